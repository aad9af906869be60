import { inTransaction, type Pool, type Queryable } from '../../database/pool';
import type { Refusal } from '../../refusals/refusal';
import { factorNotReadable, noFactor, tooManyCodes, wrongCode } from '../errors';
import { hashOfRecoveryCode, isAppCode, readCode, stepOfCode } from './authenticator-code';
import { acceptCode, countRefusedCode, lockApp, useRecoveryCode, type LockedApp } from './factor.repository';
import type { FactorCipher } from './factor-cipher';

export interface CodeDependencies {
  readonly pool: Pool;
  /** Null without FACTOR_KEY. */
  readonly cipher: FactorCipher | null;
}

/** Refused codes after which each further one waits, twice as long as the one before. */
const FREE_FAILURES = 5;
const FIRST_WAIT_S = 30;
const LONGEST_WAIT_S = 86_400;

/** Seconds until the next code is checked; 0: now. */
export function codeWaitS({ failures, failedSecondsAgo }: LockedApp): number {
  if (failures < FREE_FAILURES || failedSecondsAgo === null) return 0;
  const pauseS = Math.min(FIRST_WAIT_S * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_S);
  return Math.max(Math.ceil(pauseS - failedSecondsAgo), 0);
}

/**
 * Checks a code of the user's app or a recovery code, and uses the code up. Throws a Refusal about the field
 * `code`. The refusals of an account are counted: after five, each further code of the app waits longer, up to
 * a day, so that a person with the password finds none by trying.
 */
export async function assertRightCode(
  dependencies: CodeDependencies,
  userId: number,
  typed: string,
): Promise<void> {
  // The count of a refused code must be committed, so the refusal is thrown after the transaction.
  const refusal = await inTransaction(dependencies.pool, (client) =>
    checkLocked(client, dependencies.cipher, { userId, code: readCode(typed) }),
  );
  if (refusal !== null) throw refusal;
}

async function checkLocked(
  client: Queryable,
  cipher: FactorCipher | null,
  { userId, code }: { readonly userId: number; readonly code: string },
): Promise<Refusal | null> {
  const app = await lockApp(client, userId);
  if (app === null || !app.isConfirmed) return noFactor();
  // A recovery code is too long to be found by trying, so its owner is not kept waiting by wrong codes.
  if (!isAppCode(code) && (await useRecoveryCode(client, userId, hashOfRecoveryCode(code)))) {
    await acceptCode(client, userId, null);
    return null;
  }
  const waitS = codeWaitS(app);
  if (waitS > 0) return tooManyCodes(waitS);
  if (!isAppCode(code)) return refuse(client, userId);
  const secret = cipher?.decrypt(app.secret, userId) ?? null;
  if (secret === null) return factorNotReadable();
  return checkAppCode(client, { app, secret, userId, code });
}

interface AppCode {
  readonly app: LockedApp;
  readonly secret: Buffer;
  readonly userId: number;
  readonly code: string;
}

/** Within the lock of the app: accepts a code of a step after the last one, or counts the refusal. */
export async function checkAppCode(
  client: Queryable,
  { app, secret, userId, code }: AppCode,
): Promise<Refusal | null> {
  const step = stepOfCode(secret, code, app.nowMs);
  if (step === null || step <= app.lastStep) return refuse(client, userId);
  await acceptCode(client, userId, step);
  return null;
}

async function refuse(client: Queryable, userId: number): Promise<Refusal> {
  await countRefusedCode(client, userId);
  return wrongCode();
}
