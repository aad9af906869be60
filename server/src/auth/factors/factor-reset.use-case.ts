import { inTransaction, type Pool, type Queryable } from '../../database/pool';
import { recordJournalEntry } from '../../journal/journal.repository';
import { writeNotice } from '../../notices/notice.repository';
import { assertSessionIsLive, type Caller } from '../../sessions/authenticate';
import { revokeSessionsOf } from '../../sessions/session.repository';
import { accountNotFound } from '../../users/errors';
import { findChildById, type UserRecord } from '../../users/user.repository';
import { noFactorOfChild, noWaitingReset, resetWaits } from '../errors';
import { applyFactorChange, lockFactorsOf, removeFactors } from './factor.repository';
import { deleteReset, insertReset } from './factor-reset.repository';
import { assertProofOfFactor } from './prove-identity.use-case';

export interface ResetDependencies {
  readonly pool: Pool;
  readonly timeZone: string;
  /** Seconds for which a reset waits, so that the owner of the account can refuse it. */
  readonly factorResetWaitS: number;
}

/** The direct child of a caller; throws `not-found` for any other account. */
export async function childOf(pool: Pool, caller: Caller, id: number): Promise<UserRecord> {
  const child = await findChildById(pool, caller.user.id, id);
  if (child === null) throw accountNotFound();
  return child;
}

/**
 * Asks for the reset of a direct child's lost factors, whose user was identified. The journal keeps how, and
 * the owner gets a notice. A caller with a second factor needs a fresh proof.
 */
export async function askForReset(
  { pool, factorResetWaitS }: ResetDependencies,
  caller: Caller,
  { id, identified }: { readonly id: number; readonly identified: string },
): Promise<void> {
  const child = await childOf(pool, caller, id);
  await assertProofOfFactor(pool, caller);
  await inTransaction(pool, async (client) => {
    if (!(await lockFactorsOf(client, child.id)).hasFactor) throw noFactorOfChild();
    const asked = { userId: child.id, askedBy: caller.user.id, waitS: factorResetWaitS };
    if (!(await insertReset(client, asked))) throw resetWaits();
    await recordJournalEntry(client, {
      userId: child.id,
      actorId: caller.user.id,
      kind: 'factor-reset-asked',
      reason: identified,
    });
    await writeNotice(client, {
      userId: child.id,
      kind: 'factor-reset-asked',
      values: { by: caller.user.username },
    });
    await assertSessionIsLive(client, caller);
  });
  await carryOutReset(pool, child.id);
}

/**
 * Carries a reset out that is due: the account has no second factor, its sessions end, and its password alone
 * signs in. Returns false when it is not due, was withdrawn, or another process has carried it out; and when
 * it no longer stands, of which owner and parent are told.
 */
export const carryOutReset = (pool: Pool, userId: number): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    await lockFactorsOf(client, userId);
    const reset = await deleteReset(client, userId, { isDue: true });
    if (reset === null) return false;
    if (!reset.stands) {
      await noteDroppedReset(client, userId, reset);
      return false;
    }
    await removeFactors(client, userId);
    await applyFactorChange(client, userId);
    await recordJournalEntry(client, { userId, actorId: reset.askedBy, kind: 'factor-removed' });
    await writeNotice(client, { userId, kind: 'factor-removed', values: { by: reset.by } });
    await revokeSessionsOf(client, userId, { reason: 'factor-changed', actorId: reset.askedBy });
    return true;
  });

async function noteDroppedReset(
  client: Queryable,
  userId: number,
  { askedBy, by }: { readonly askedBy: number; readonly by: string },
): Promise<void> {
  const reason = 'sessions of who asked were ended';
  await recordJournalEntry(client, { userId, actorId: askedBy, kind: 'factor-reset-withdrawn', reason });
  for (const told of [userId, askedBy])
    await writeNotice(client, { userId: told, kind: 'factor-reset-dropped', values: { by } });
}

/** Withdraws the waiting reset of an account: its owner, or the parent who asked. The other one is told. */
export async function withdrawReset(pool: Pool, caller: Caller, userId: number): Promise<void> {
  const { user } = caller;
  await inTransaction(pool, async (client) => {
    await lockFactorsOf(client, userId);
    const reset = await deleteReset(client, userId);
    if (reset === null) throw noWaitingReset();
    await recordJournalEntry(client, { userId, actorId: user.id, kind: 'factor-reset-withdrawn' });
    await writeNotice(client, {
      userId: user.id === userId ? reset.askedBy : userId,
      kind: 'factor-reset-withdrawn',
      values: { by: user.username },
    });
    await assertSessionIsLive(client, caller);
  });
}
