import * as z from 'zod/mini';
import type { Registry, VersionDescription } from '@palier/shared/contracts/releases';
import type { Store } from '../store';
import type { ImportedNames } from './federation-runtime';
import type { BrowserLimits } from './limit-browser';

/** What the release gate checks: a version, and the registry in which it is active. */
export interface Candidate {
  readonly store: Store;
  readonly description: VersionDescription;
  /** The registry with the candidate in it. */
  readonly registry: Registry;
  /** The time limit for the mount of a screen. Default: SCREEN_LIMIT_MS of browser-check.ts. */
  readonly screenLimitMs?: number | undefined;
  readonly limits?: BrowserLimits | undefined;
}

/** What the browser found at the screens of a version, in one line, and what has to change. */
export interface ScreenFault {
  readonly why: string;
  readonly toChange: 'shell' | 'screens' | 'remote';
}

/** Why a shell cannot run a version. `browser`: its screens could not be opened. */
export type GateRefusal = ScreenFault | { readonly why: string; readonly toChange: 'files' | 'browser' };

/** What the gate's worker gets: the candidate, and where the test site is. */
export interface GateJob {
  /** The origin of the test site, which the worker reaches through the tunnel alone. */
  readonly origin: string;
  /** The registry with the candidate in it, without previous versions and canaries. */
  readonly registry: Registry;
  readonly name: string;
  /** Remotes that the test site does not have, maybe the candidate too. */
  readonly without: readonly string[];
  /** The names that the candidate imports from each shared library. */
  readonly uses: ImportedNames;
  readonly screenLimitMs?: number | undefined;
  readonly limits?: BrowserLimits | undefined;
}

/** Bytes of a connection of the tunnel, by its number; null: the connection has ended. */
export interface TunnelMessage {
  readonly connection: number;
  readonly base64: string | null;
}

export type MessageToWorker = { readonly job: GateJob } | TunnelMessage;

const oneLine = z.string().check(z.maxLength(600), z.regex(/^[^\p{Cc}\p{Cf}]*$/u));
const screensOutcomeSchema = z.strictObject({
  fault: z.nullable(z.strictObject({ why: oneLine, toChange: z.enum(['shell', 'screens', 'remote']) })),
  /** Whether the screens of other remotes were opened too, which may be the cause. */
  mayBeOfOthers: z.boolean(),
});
export type ScreensOutcome = z.infer<typeof screensOutcomeSchema>;
const outcomeSchema = z.union([
  screensOutcomeSchema,
  /** The worker is not isolated, or its browser did not start. */
  z.strictObject({ notRun: oneLine }),
]);
export type GateOutcome = z.infer<typeof outcomeSchema>;

/** What the worker sends. It runs the code of other teams, so each line is checked. */
const messageFromWorkerSchema = z.union([
  z.strictObject({ connection: z.int(), base64: z.nullable(z.base64()) }),
  z.strictObject({ outcome: outcomeSchema }),
]);
export type MessageFromWorker = z.infer<typeof messageFromWorkerSchema>;

/** Returns null for a line that is not of the gate. */
export function parseMessageFromWorker(line: string): MessageFromWorker | null {
  try {
    return messageFromWorkerSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** The access token of a user of the test site who is signed in with `role`. */
export const tokenOf = (role: string): string => `gate.${role}`;

/** The role of the token in an Authorization header. */
export const roleOf = (authorization: string): string =>
  /^Bearer gate\.(\w+)$/.exec(authorization)?.[1] ?? 'ROLE_CLIENT';
