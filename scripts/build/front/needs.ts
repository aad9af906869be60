import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { federationRuntime } from '../bundler/federation-runtime.mjs';
import { rangeFor, sharedSingletons, shareKeyOf } from '../bundler/shared-singletons.mjs';
import { eventFlow } from '@palier/shared/bus/event-flow';
import { busEvents, type BusEventType } from '@palier/shared/bus/events';
import type { BuildDescription } from '@palier/shared/contracts/releases';
import { ROUTES_CONTRACT_VERSION } from '@palier/shared/routes';

/** The requirements of a built remote on its shell. */
export interface Needs {
  /** The range of the routes contract. */
  readonly contract: string;
  /** The range of each shared library, by its import name. */
  readonly shared: Readonly<Record<string, string>>;
  /** The signature of each event that the remote emits or listens to. */
  readonly events: Readonly<Record<string, string>>;
  /** The federation runtime of the build, and the oldest one that it works with (decision 0086). */
  readonly runtime: BuildDescription['runtime'];
}

/**
 * `shell.json` of a built shell: what the shell offers to remotes, with the version of each in place of the
 * range.
 */
export type Offer = Needs;

/**
 * The version of an event and a hash of its payload's required fields: a payload that changed without a new
 * version is found. Optional fields do not count, because adding one keeps the version (docs/events.md).
 */
export function signature({ version, payload }: { version: number; payload: z.core.$ZodType }): string {
  const { properties = {}, required = [], ...rest } = z.toJSONSchema(payload, { unrepresentable: 'any' });
  const needed = Object.entries(properties).filter(([name]) => required.includes(name));
  const shape = JSON.stringify({ ...rest, properties: Object.fromEntries(needed), required });
  return `${version}:${createHash('sha256').update(shape).digest('hex').slice(0, 8)}`;
}

/**
 * The needs of `mfe-<name>`, built from this working tree, when its build imports these names from each
 * library and has this federation runtime.
 */
export function needsOf(name: string, { uses, runtime }: Pick<BuildDescription, 'uses' | 'runtime'>): Needs {
  const usesEvent = ([type]: [string, unknown]): boolean => {
    const { emits, listens } = eventFlow[type as BusEventType];
    return [...emits, ...listens].includes(`mfe-${name}`);
  };
  const events = Object.entries(busEvents).filter(usesEvent);
  return {
    contract: `^${ROUTES_CONTRACT_VERSION}`,
    shared: Object.fromEntries(
      Object.entries(uses).map(([request, names]) => [shareKeyOf(request), rangeFor(request, names)]),
    ),
    events: Object.fromEntries(events.map(([type, event]) => [type, signature(event)])),
    runtime,
  };
}

/** The offer of the shell, built from this working tree. */
export function offerOfShell(): Offer {
  const shared = Object.entries(sharedSingletons({ eager: true }));
  return {
    contract: ROUTES_CONTRACT_VERSION,
    shared: Object.fromEntries(shared.map(([key, share]) => [key, 'version' in share ? share.version : ''])),
    events: Object.fromEntries(Object.entries(busEvents).map(([type, event]) => [type, signature(event)])),
    runtime: federationRuntime(),
  };
}
