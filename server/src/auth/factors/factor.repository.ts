import { localTime } from '../../database/local-time';
import type { Queryable } from '../../database/pool';

/** An app with the state of its codes from one source, read under the lock of its row. */
export interface LockedApp {
  readonly secret: Buffer;
  readonly isConfirmed: boolean;
  readonly lastStep: number;
  readonly failures: number;
  /** Since the last refused code; null: none was refused. */
  readonly failedSecondsAgo: number | null;
  /** The app was begun less than ten minutes ago. */
  readonly isFresh: boolean;
  /** The database's clock, which all processes share. */
  readonly nowMs: number;
}

/** Locks the row of a user's app: two codes of one user are checked one after the other. */
export async function lockApp(
  database: Queryable,
  userId: number,
  source: string,
): Promise<LockedApp | null> {
  const { rows } = await database.query<LockedApp>(
    `select secret, confirmed_at is not null as "isConfirmed", last_step::float8 as "lastStep",
            created_at > clock_timestamp() - interval '10 minutes' as "isFresh",
            floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
            0 as failures, null as "failedSecondsAgo"
       from authenticator_apps where user_id = $1 for update`,
    [userId],
  );
  if (rows[0] === undefined) return null;
  // A statement of its own: that which waited for the lock does not see what was counted meanwhile.
  const refused = await database.query<Pick<LockedApp, 'failures' | 'failedSecondsAgo'>>(
    `select failures, extract(epoch from clock_timestamp() - failed_at)::float8 as "failedSecondsAgo"
       from code_failures where user_id = $1 and source = $2`,
    [userId, source],
  );
  return { ...rows[0], ...refused.rows[0] };
}

/** Notes an accepted code of the app: refused codes of its source no longer count. */
export async function acceptCode(
  database: Queryable,
  userId: number,
  { source, step }: { readonly source: string; readonly step: number },
): Promise<void> {
  await database.query(
    `update authenticator_apps
        set last_step = $2, confirmed_at = coalesce(confirmed_at, clock_timestamp())
      where user_id = $1`,
    [userId, step],
  );
  await database.query('delete from code_failures where user_id = $1 and source = $2', [userId, source]);
}

/** Counts a refused code. The count begins again after a day without one. */
export async function countRefusedCode(database: Queryable, userId: number, source: string): Promise<void> {
  await database.query(
    `insert into code_failures as f (user_id, source, failures) values ($1, $2, 1)
     on conflict (user_id, source) do update
       set failures = case when f.failed_at > clock_timestamp() - interval '1 day'
                           then f.failures + 1 else 1 end,
           failed_at = clock_timestamp()`,
    [userId, source],
  );
}

/** Uses a recovery code up; false when the user has no such unused code. */
export async function useRecoveryCode(
  database: Queryable,
  userId: number,
  codeHash: Buffer,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update recovery_codes set used_at = clock_timestamp()
      where user_id = $1 and code_hash = $2 and used_at is null`,
    [userId, codeHash],
  );
  return rowCount === 1;
}

/** Replaces the recovery codes of a user, the used ones included. */
export async function storeRecoveryCodes(
  database: Queryable,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await database.query('delete from recovery_codes where user_id = $1', [userId]);
  await database.query('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    hashes,
  ]);
}

/**
 * Stores the secret of an app that is being added, in place of one that was begun before. False when an app
 * is confirmed.
 */
export async function beginApp(database: Queryable, userId: number, secret: Buffer): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into authenticator_apps as a (user_id, secret) values ($1, $2)
     on conflict (user_id) do update set secret = excluded.secret, created_at = clock_timestamp()
      where a.confirmed_at is null`,
    [userId, secret],
  );
  return rowCount === 1;
}

/** Removes the confirmed app of a user; false without such an app. */
export async function removeApp(database: Queryable, userId: number): Promise<boolean> {
  const { rowCount } = await database.query(
    'delete from authenticator_apps where user_id = $1 and confirmed_at is not null',
    [userId],
  );
  return rowCount === 1;
}

/** Removes all second factors of a user; false without any. The caller counts the change. */
export async function removeFactors(database: Queryable, userId: number): Promise<boolean> {
  const hadApp = await removeApp(database, userId);
  const { rowCount } = await database.query('delete from passkeys where user_id = $1', [userId]);
  return hadApp || (rowCount ?? 0) > 0;
}

/**
 * Counts a change of a user's factors, so that a sign-in that checked them before is refused. Recovery codes
 * and a waiting reset are removed with the last factor.
 */
export async function applyFactorChange(database: Queryable, userId: number): Promise<void> {
  await database.query('update users set factor_changes = factor_changes + 1 where id = $1', [userId]);
  await database.query('delete from recovery_codes where user_id = $1 and not has_factor($1)', [userId]);
  await database.query('delete from factor_resets where user_id = $1 and not has_factor($1)', [userId]);
}

/** Serializes a change of a user's factors with sign-ins, which take a share lock of the same row. */
export async function lockFactorsOf(database: Queryable, userId: number): Promise<{ hasFactor: boolean }> {
  const { rows } = await database.query<{ hasFactor: boolean }>(
    'select has_factor(id) as "hasFactor" from users where id = $1 for no key update',
    [userId],
  );
  if (rows[0] === undefined) throw new Error(`There is no user ${userId}.`);
  return rows[0];
}

/** When the user's app was added, in local time, and how many recovery codes are unused. */
export async function readFactors(
  database: Queryable,
  userId: number,
  timeZone: string,
): Promise<{ appAddedAt: string | null; recoveryCodesLeft: number }> {
  const { rows } = await database.query<{ appAddedAt: string | null; recoveryCodesLeft: number }>({
    name: 'own-factors',
    text: `select (select ${localTime('confirmed_at', '$2')} from authenticator_apps
                    where user_id = $1 and confirmed_at is not null) as "appAddedAt",
                  (select count(*)::int from recovery_codes where user_id = $1 and used_at is null)
                    as "recoveryCodesLeft"`,
    values: [userId, timeZone],
  });
  return rows[0]!;
}

/** Dates the proof of a session. */
export async function storeProof(database: Queryable, sessionId: string): Promise<void> {
  await database.query('update sessions set proved_at = clock_timestamp() where id = $1', [sessionId]);
}

/** Whether the user's session has a proof that is not older than five minutes. */
export async function hasFreshProof(
  database: Queryable,
  userId: number,
  sessionId: string,
): Promise<boolean> {
  const { rows } = await database.query<{ isFresh: boolean }>({
    name: 'fresh-proof',
    text: 'select has_fresh_proof($2, $1) as "isFresh"',
    values: [userId, sessionId],
  });
  return rows[0]?.isFresh === true;
}

/** Whether the user has a second factor and the session no fresh proof of it. */
export async function lacksProofOfFactor(
  database: Queryable,
  userId: number,
  sessionId: string,
): Promise<boolean> {
  const { rows } = await database.query<{ isLacking: boolean }>({
    name: 'lacking-proof',
    text: `select coalesce(proof_fault($2, $1) = 'proof', false) as "isLacking"`,
    values: [userId, sessionId],
  });
  return rows[0]?.isLacking === true;
}
