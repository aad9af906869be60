import { localTime } from '../../database/local-time';
import type { Queryable } from '../../database/pool';

/** A reset that a parent has asked for and that waits. */
export interface WaitingReset {
  readonly by: string;
  /** Local ISO date-times. */
  readonly askedAt: string;
  readonly dueAt: string;
}

/** The waiting reset of a user; null without one. */
export async function readWaitingReset(
  database: Queryable,
  userId: number,
  timeZone: string,
): Promise<WaitingReset | null> {
  const { rows } = await database.query<WaitingReset>({
    name: 'waiting-reset',
    text: `select u.username as by, ${localTime('asked_at', '$2')} as "askedAt",
                  ${localTime('due_at', '$2')} as "dueAt"
             from factor_resets r join users u on u.id = r.asked_by where r.user_id = $1`,
    values: [userId, timeZone],
  });
  return rows[0] ?? null;
}

/** Whether a second factor is asked of the user. */
export async function readHasFactor(database: Queryable, userId: number): Promise<boolean> {
  const { rows } = await database.query<{ hasFactor: boolean }>('select has_factor($1) as "hasFactor"', [
    userId,
  ]);
  return rows[0]!.hasFactor;
}

/** Stores a reset that is due after so many seconds; false when one waits already. */
export async function insertReset(
  database: Queryable,
  { userId, askedBy, waitS }: { readonly userId: number; readonly askedBy: number; readonly waitS: number },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into factor_resets (user_id, asked_by, asked_at, due_at)
       select $1, $2, moment, moment + make_interval(secs => $3) from clock_timestamp() moment
     on conflict (user_id) do nothing`,
    [userId, askedBy, waitS],
  );
  return rowCount === 1;
}

/** Ends of sessions that say nothing about who has used them. */
const HARMLESS_ENDS = ['logout', 'replaced', 'inactive'];

interface EndedReset {
  /** The user who asked. */
  readonly askedBy: number;
  readonly by: string;
  /**
   * False when the account of who asked was closed, or sessions of it were ended since, as is done to a
   * stolen account: a thief may have asked.
   */
  readonly stands: boolean;
}

/** Deletes the waiting reset of a user, with `isDue` only one that is due; null without one. */
export async function deleteReset(
  database: Queryable,
  userId: number,
  { isDue = false } = {},
): Promise<EndedReset | null> {
  const { rows } = await database.query<EndedReset>(
    `delete from factor_resets r using users u join accounts a on a.id = u.account_id
      where r.user_id = $1 and u.id = r.asked_by and (not $2 or r.due_at <= clock_timestamp())
     returning r.asked_by as "askedBy", u.username as by,
               u.active and not a.is_frozen and not exists (
                 select from sessions s where s.user_id = u.id and s.revoked_at >= r.asked_at
                    and s.revoked_because <> all($3)) as stands`,
    [userId, isDue, HARMLESS_ENDS],
  );
  return rows[0] ?? null;
}

/** The users whose reset is due. */
export async function listDueResets(database: Queryable, most: number): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    'select user_id as id from factor_resets where due_at <= clock_timestamp() order by due_at limit $1',
    [most],
  );
  return rows.map(({ id }) => id);
}
