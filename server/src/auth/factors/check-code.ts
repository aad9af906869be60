import { inTransaction, type Pool, type Queryable } from '../../database/pool';
import type { Refusal } from '../../refusals/refusal';
import { factorNotReadable, noFactor, tooManyCodes, wrongCode } from '../errors';
import { hashOfRecoveryCode, isAppCode, readCode, stepOfCode } from './authenticator-code';
import {
  acceptCode,
  countRefusedCode,
  lockApp,
  lockFactorsOf,
  useRecoveryCode,
  type LockedApp,
} from './factor.repository';
import type { FactorCipher } from './factor-cipher';

export interface CodeDependencies {
  readonly pool: Pool;
  /** Null without FACTOR_KEY. */
  readonly cipher: FactorCipher | null;
}

/** Refused codes after which each further one waits, twice as long as the one before, up to an hour. */
const FREE_FAILURES = 5;
const FIRST_WAIT_S = 30;
const LONGEST_WAIT_S = 3_600;

/**
 * Where a code comes from. Refused codes make further ones of the same source wait, so that a stranger with
 * the password, or a thief of a session, does not keep the owner out.
 */
export type CodeSource = { readonly sessionId: string } | { readonly deviceCode: string | null };

/** `deviceCode` is null where the user has not signed in before: all such devices are one source. */
export function nameOfSource(source: CodeSource): string {
  if ('sessionId' in source) return `session:${source.sessionId}`;
  return source.deviceCode === null ? 'strangers' : `device:${source.deviceCode}`;
}

/** Seconds until the next code is checked; 0: now. */
export function codeWaitS({ failures, failedSecondsAgo }: LockedApp): number {
  if (failures < FREE_FAILURES || failedSecondsAgo === null) return 0;
  const pauseS = Math.min(FIRST_WAIT_S * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_S);
  return Math.max(Math.ceil(pauseS - failedSecondsAgo), 0);
}

/** A code as its user typed it. */
interface TypedCode {
  readonly typed: string;
  readonly source: CodeSource;
}

/**
 * Checks a code of the user's app or a recovery code, and uses the code up. Throws a Refusal about the field
 * `code`. The refusals of a source are counted: after five, each further code of the app waits longer, up to
 * an hour, so that a person with the password finds none by trying.
 */
export async function assertRightCode(
  dependencies: CodeDependencies,
  userId: number,
  { typed, source }: TypedCode,
): Promise<void> {
  const code = { userId, code: readCode(typed), source: nameOfSource(source) };
  // The count of a refused code must be committed, so the refusal is thrown after the transaction.
  const refusal = await inTransaction(dependencies.pool, (client) =>
    isAppCode(code.code)
      ? checkCodeOfApp(client, dependencies.cipher, code)
      : checkRecoveryCode(client, userId, code.code),
  );
  if (refusal !== null) throw refusal;
}

/** A recovery code is too long to be found by trying, so nobody is kept waiting and nothing is counted. */
async function checkRecoveryCode(client: Queryable, userId: number, code: string): Promise<Refusal | null> {
  if (await useRecoveryCode(client, userId, hashOfRecoveryCode(code))) return null;
  const { hasFactor } = await lockFactorsOf(client, userId);
  return hasFactor ? wrongCode() : noFactor();
}

interface ReadCode {
  readonly userId: number;
  readonly code: string;
  readonly source: string;
}

async function checkCodeOfApp(
  client: Queryable,
  cipher: FactorCipher | null,
  read: ReadCode,
): Promise<Refusal | null> {
  const app = await lockApp(client, read.userId, read.source);
  if (app === null || !app.isConfirmed) return noFactor();
  const waitS = codeWaitS(app);
  if (waitS > 0) return tooManyCodes(waitS);
  const secret = cipher?.decrypt(app.secret, read.userId) ?? null;
  if (secret === null) return factorNotReadable();
  return checkAppCode(client, { app, secret, ...read });
}

interface AppCode extends ReadCode {
  readonly app: LockedApp;
  readonly secret: Buffer;
}

/** Within the lock of the app: accepts a code of a step after the last one, or counts the refusal. */
export async function checkAppCode(
  client: Queryable,
  { app, secret, userId, code, source }: AppCode,
): Promise<Refusal | null> {
  const step = stepOfCode(secret, code, app.nowMs);
  if (step === null || step <= app.lastStep) {
    await countRefusedCode(client, userId, source);
    return wrongCode();
  }
  await acceptCode(client, userId, { source, step });
  return null;
}
