import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { eventFlow } from '../../shared/src/bus/event-flow';
import { busEvents, type BusEventType } from '../../shared/src/bus/events';
import { ROUTES_CONTRACT_VERSION } from '../../shared/src/routes';
import { REMOTE_SCREENS } from '../../shell/src/remote-screens';
import { sharedSingletons } from '@palier/scripts/bundler/shared-singletons';

/** What a built remote asks of the shell that will host it. */
export interface Needs {
  /** Range of the routes contract. */
  readonly contract: string;
  /** Range of each shared library, by its import. */
  readonly shared: Readonly<Record<string, string>>;
  /** Each event it emits or listens to, with the signature it was built against. */
  readonly events: Readonly<Record<string, string>>;
}

/** What a built shell offers: `shell.json` beside its page. */
export interface Offer {
  readonly contract: string;
  readonly shared: Readonly<Record<string, string>>;
  readonly events: Readonly<Record<string, string>>;
  readonly screens: readonly { readonly path: string; readonly remote: string }[];
}

/**
 * Version and shape of an event's payload; a changed shape under an old version number shows. Optional fields are no part of it:
 * they are added under the same version (docs/events.md).
 */
export function signature({ version, payload }: { version: number; payload: z.core.$ZodType }): string {
  const { properties = {}, required = [], ...rest } = z.toJSONSchema(payload, { unrepresentable: 'any' });
  const needed = Object.entries(properties).filter(([name]) => required.includes(name));
  const shape = JSON.stringify({ ...rest, properties: Object.fromEntries(needed), required });
  return `${version}:${createHash('sha256').update(shape).digest('hex').slice(0, 8)}`;
}

/** What `mfe-<name>`, built from this working tree, needs. */
export function needsOf(name: string): Needs {
  const usesEvent = ([type]: [string, unknown]): boolean => {
    const { emits, listens } = eventFlow[type as BusEventType];
    return [...emits, ...listens].includes(`mfe-${name}`);
  };
  const events = Object.entries(busEvents).filter(usesEvent);
  const shared = Object.entries(sharedSingletons({ fallback: false }));
  return {
    contract: `^${ROUTES_CONTRACT_VERSION}`,
    shared: Object.fromEntries(shared.map(([key, { requiredVersion }]) => [key, requiredVersion])),
    events: Object.fromEntries(events.map(([type, event]) => [type, signature(event)])),
  };
}

/** What the shell built from this working tree offers. */
export function offerOfShell(): Offer {
  const shared = Object.entries(sharedSingletons({ eager: true }));
  return {
    contract: ROUTES_CONTRACT_VERSION,
    shared: Object.fromEntries(shared.map(([key, share]) => [key, 'version' in share ? share.version : ''])),
    events: Object.fromEntries(Object.entries(busEvents).map(([type, event]) => [type, signature(event)])),
    screens: REMOTE_SCREENS,
  };
}
