import type {
  OwnRequest,
  ReceivedRequest,
  ReceivedRequests,
  RequestToPay,
} from '@palier/shared/contracts/balance-requests';
import { fromMicros } from '@palier/shared/money';
import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';

const OWN_PAGE_SIZE = 25;
const RECEIVED_PAGE_SIZE = 50;
/** The total of open requests counts this far, which bounds the time of a call. */
const MAX_COUNTED = 100;

type Row<Item extends { amount: number }> = Omit<Item, 'amount'> & { readonly amount: bigint };

const toItem = <Item extends { amount: number }>({ amount, ...item }: Row<Item>) => ({
  ...item,
  amount: fromMicros(amount),
});

const COLUMNS = (timeZone: string): string =>
  `r.id, r.kind as type, r.amount, r.note, ${localTime('r.created_at', timeZone)} as "createdAt",
   ${localTime('r.expires_at', timeZone)} as "expiresAt",
   greatest(extract(epoch from coalesce(r.closed_at, clock_timestamp()) - r.created_at), 0)::int as "ageS",
   r.status = 'OPEN' and r.reservation_id is not null as "isReserved"`;

/** A page of a user's own requests, newest first, before the number `before`. */
export async function listOwnRequests(
  database: Queryable,
  userId: number,
  before: number | null,
  timeZone: string,
): Promise<{ data: OwnRequest[]; next: number | null }> {
  const { rows } = await database.query<Row<OwnRequest>>({
    name: 'own-requests',
    text: `select ${COLUMNS('$3')}, r.status, ${localTime('r.seen_at', '$3')} as "seenAt",
                  ${localTime('r.closed_at', '$3')} as "closedAt", r.reason,
                  r.transfer_id::float8 as "transactionId"
             from balance_requests r where r.user_id = $1 and r.id < coalesce($2::int, 2147483647)
            order by r.id desc limit ${OWN_PAGE_SIZE + 1}`,
    values: [userId, before, timeZone],
  });
  const data = rows.slice(0, OWN_PAGE_SIZE).map((row) => toItem<OwnRequest>(row));
  return { data, next: rows.length > OWN_PAGE_SIZE ? (data.at(-1)?.id ?? null) : null };
}

/** A page of the open requests to a parent, oldest first, after the number `after`, and their number. */
export async function listReceivedRequests(
  database: Queryable,
  parentId: number,
  after: number | null,
  timeZone: string,
): Promise<ReceivedRequests> {
  const { rows } = await database.query<Row<ReceivedRequest> & { total: number }>({
    name: 'received-requests',
    text: `select ${COLUMNS('$3')}, r.user_id as "userId", u.username,
                  (select count(*)::int from (select from balance_requests
                    where parent_id = $1 and status = 'OPEN' limit ${MAX_COUNTED}) counted) as total
             from balance_requests r join users u on u.id = r.user_id
            where r.parent_id = $1 and r.status = 'OPEN' and r.id > coalesce($2::int, 0)
            order by r.id limit ${RECEIVED_PAGE_SIZE + 1}`,
    values: [parentId, after, timeZone],
  });
  const data = rows
    .slice(0, RECEIVED_PAGE_SIZE)
    .map(({ total: _total, ...row }) => toItem<ReceivedRequest>(row));
  return {
    data,
    next: rows.length > RECEIVED_PAGE_SIZE ? (data.at(-1)?.id ?? null) : null,
    total: rows[0]?.total ?? 0,
  };
}

/** A request to the parent, open or closed; null for any other. */
export async function findReceivedRequest(
  database: Queryable,
  parentId: number,
  id: number,
  timeZone: string,
): Promise<RequestToPay | null> {
  const { rows } = await database.query<Row<RequestToPay>>({
    name: 'received-request',
    text: `select ${COLUMNS('$3')}, r.user_id as "userId", u.username, r.status
             from balance_requests r join users u on u.id = r.user_id
            where r.id = $2 and r.parent_id = $1`,
    values: [parentId, id, timeZone],
  });
  return rows[0] === undefined ? null : toItem<RequestToPay>(rows[0]);
}

/** Marks the open requests to a parent up to this number as seen; returns their askers. */
export async function markRequestsSeen(
  database: Queryable,
  parentId: number,
  upTo: number,
): Promise<number[]> {
  const { rows } = await database.query<{ user_id: number }>({
    name: 'requests-seen',
    text: `update balance_requests set seen_at = clock_timestamp()
            where parent_id = $1 and status = 'OPEN' and id <= $2 and seen_at is null returning user_id`,
    values: [parentId, upTo],
  });
  return rows.map(({ user_id: userId }) => userId);
}

/** The numbers of open requests that have expired, the oldest first. */
export async function listExpiredRequests(database: Queryable, most: number): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `select id from balance_requests where status = 'OPEN' and expires_at <= now()
      order by expires_at limit $1`,
    [most],
  );
  return rows.map(({ id }) => id);
}
