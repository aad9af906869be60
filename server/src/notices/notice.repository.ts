import type { NoticeMarks, UserNotice, UserNotices } from '@palier/shared/contracts/notices';
import { fromMicros, toMicros } from '@palier/shared/money';
import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';

/** Beyond this number unread notices are not counted. */
const MAX_COUNTED = 100;

interface NewNotice {
  readonly userId: number;
  /** Lower case letters and hyphens. Its sentence is in shared/src/host/user-notice-text.ts. */
  readonly kind: string;
  /** What the sentence names: usernames, devices, amounts in dinars. No secret. */
  readonly values?: Readonly<Record<string, string | number | null>>;
}

/**
 * Writes a notice to a user in the transaction of the change that it reports, so the notice exists exactly if
 * the change does. The caller announces nothing: each process polls for new notices and sends their number to
 * the user's pages within a second of the commit.
 */
export async function writeNotice(
  transaction: Queryable,
  { userId, kind, values = {} }: NewNotice,
): Promise<void> {
  await transaction.query('select write_notice($1, $2, $3)', [userId, kind, JSON.stringify(values)]);
}

const UNREAD = `(select count(*)::int from (
  select from notices where user_id = $1 and read_at is null limit ${MAX_COUNTED}) unread)`;

/** Reads notices of a user before the number `before` or, when null, from the newest. */
export async function readNotices(
  database: Queryable,
  userId: number,
  { before, size, timeZone }: { readonly before: number | null; readonly size: number; timeZone: string },
): Promise<UserNotices> {
  const [{ rows }, unread] = await Promise.all([
    database.query<Omit<UserNotice, 'id'> & { id: bigint }>({
      name: 'notices',
      text: `select id, ${localTime('created_at', '$4')} as date, kind, facts, read_at is not null as "isRead"
               from notices where user_id = $1 and id < coalesce($2::bigint, 9223372036854775807)
              order by id desc limit $3`,
      values: [userId, before, size + 1, timeZone],
    }),
    countUnread(database, userId),
  ]);
  const data = rows.slice(0, size).map((notice) => ({ ...notice, id: Number(notice.id) }));
  return { data, next: rows.length > size ? (data.at(-1)?.id ?? null) : null, unread };
}

/** The unread notices of a user, counted up to 100. */
export async function countUnread(database: Queryable, userId: number): Promise<number> {
  const { rows } = await database.query<{ unread: number }>({
    name: 'unread-notices',
    text: `select ${UNREAD} as unread`,
    values: [userId],
  });
  return rows[0]!.unread;
}

/** Marks a user's notices up to the number `upTo` as read. */
export async function markNoticesRead(database: Queryable, userId: number, upTo: number): Promise<void> {
  await database.query(
    `update notices set read_at = now(), changed_at = clock_timestamp()
      where user_id = $1 and id <= $2 and read_at is null`,
    [userId, upTo],
  );
}

/** Users whose notices were written or read in the last seconds, each with the moment of the last change. */
export async function listChangedNotices(
  database: Queryable,
  seconds: number,
): Promise<{ userId: number; changedAt: string }[]> {
  const { rows } = await database.query<{ userId: number; changedAt: string }>({
    name: 'changed-notices',
    text: `select user_id as "userId", max(changed_at)::text as "changedAt" from notices
            where changed_at > now() - make_interval(secs => $1) group by user_id`,
    values: [seconds],
  });
  return rows;
}

/** The amounts from which the user gets a notice. */
export async function readNoticeMarks(database: Queryable, userId: number): Promise<NoticeMarks> {
  const { rows } = await database.query<{
    lowBalance: bigint | null;
    largeMovement: bigint | null;
    tellsParent: boolean;
  }>(
    `select low_balance as "lowBalance", large_movement as "largeMovement", tells_parent as "tellsParent"
       from notice_marks where user_id = $1`,
    [userId],
  );
  const toDinars = (micros: bigint | null | undefined): number | null =>
    micros === null || micros === undefined ? null : fromMicros(micros);
  const [marks] = rows;
  return {
    lowBalance: toDinars(marks?.lowBalance),
    largeMovement: toDinars(marks?.largeMovement),
    tellsParent: marks?.tellsParent ?? false,
  };
}

/** Replaces the amounts from which the user gets a notice. */
export async function storeNoticeMarks(
  database: Queryable,
  userId: number,
  { lowBalance, largeMovement, tellsParent }: NoticeMarks,
): Promise<void> {
  const toMark = (dinars: number | null): bigint | null => (dinars === null ? null : toMicros(dinars));
  await database.query('select set_notice_marks($1, $2, $3, $4)', [
    userId,
    toMark(lowBalance),
    toMark(largeMovement),
    tellsParent,
  ]);
}
