import type { AccountEvent, AccountEvents } from '@palier/shared/contracts/account-page';
import { fromMicros } from '@palier/shared/money';
import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';
import { readJournal } from '../journal/journal.repository';

const PAGE_SIZE = 25;
/** Above every number of a posting and of a journal entry. */
const FIRST_CURSOR = Array.from({ length: 3 }, () => '9'.repeat(15)).join('.');

/** An event and its number in the source that it was read from. */
interface Sourced {
  readonly event: AccountEvent;
  readonly position: number;
}

/** A movement as the query selects it. */
interface MovementRow extends Pick<
  AccountEvent,
  'key' | 'date' | 'kind' | 'number' | 'username' | 'game' | 'note' | 'isReversible'
> {
  readonly position: number;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
}

const movementsText = (list: 'O' | 'I'): string => `
  select p.seq::float8 as position, '${list}' || p.seq as key, t.id::float8 as number,
         ${localTime('t.created_at', '$4')} as date, t.kind, p.amount, p.balance_after as "balanceAfter",
         other.username, game.title as game,
         (select note from transfer_notes where transfer_id = t.id) as note,
         is_reversible(t.kind, t.created_at)
           and not exists (select from reversals where reversed_transfer_id = t.id)
           and not exists (select from corrections where corrected_transfer_id = t.id) as "isReversible"
    from (select * from postings where account_id = $1 and list = '${list}' and seq < $2
           order by seq desc limit $3) p
    join transfers t on t.id = p.transfer_id
    left join users other
           on other.account_id = ${list === 'O' ? 't.target_account_id' : 't.initiator_account_id'}
    left join lateral (
      select coalesce(g.title, r.game_code) as title
        from round_of(t) r
        left join game_titles g on g.provider_code = r.provider_code and g.game_code = r.game_code
       where t.kind in ('BET', 'WIN', 'ROLLBACK', 'JACKPOT_WIN') offset 0) game on true
   order by p.seq desc`;
const MOVEMENT_TEXTS = { O: movementsText('O'), I: movementsText('I') };

async function readMovements(
  database: Queryable,
  { list, accountId }: { readonly list: 'O' | 'I'; readonly accountId: number },
  before: number,
  timeZone: string,
): Promise<Sourced[]> {
  const { rows } = await database.query<MovementRow>({
    name: `account-movements-${list}`,
    text: MOVEMENT_TEXTS[list],
    values: [accountId, before, PAGE_SIZE + 1, timeZone],
  });
  return rows.map(({ position, amount, balanceAfter, ...event }) => ({
    position,
    event: {
      ...event,
      amount: fromMicros(amount),
      balanceAfter: fromMicros(balanceAfter),
      sessionCount: null,
      reason: null,
    },
  }));
}

/** Devices are private, so the entries have none. */
async function readJournalEntries(
  database: Queryable,
  userId: number,
  before: number,
  timeZone: string,
): Promise<{ entries: Sourced[]; hasMore: boolean }> {
  const { data, next } = await readJournal(database, {
    userId,
    before,
    size: PAGE_SIZE,
    timeZone,
    ownSessionId: null,
  });
  const entries = data.map(({ id, date, kind, actorUsername, sessionCount, reason }) => ({
    position: id,
    event: {
      key: `J${id}`,
      date,
      kind,
      username: actorUsername,
      sessionCount,
      reason,
      number: null,
      amount: null,
      balanceAfter: null,
      game: null,
      note: null,
      isReversible: false,
    },
  }));
  return { entries, hasMore: next !== null };
}

/**
 * A page of all that happened to an account, newest first: movements that it initiated, movements that it
 * received, and its journal, each read by its own numbers and merged by date. The cursor has the next number
 * of each source, so no event is repeated or left out.
 */
export async function readAccountEvents(
  database: Queryable,
  { id, accountId }: { readonly id: number; readonly accountId: number },
  cursor: string | undefined,
  timeZone: string,
): Promise<AccountEvents> {
  const before = (cursor ?? FIRST_CURSOR).split('.').map(Number) as [
    initiated: number,
    received: number,
    journal: number,
  ];
  const [initiated, received, { entries, hasMore }] = await Promise.all([
    readMovements(database, { list: 'O', accountId }, before[0], timeZone),
    readMovements(database, { list: 'I', accountId }, before[1], timeZone),
    readJournalEntries(database, id, before[2], timeZone),
  ]);
  const sources = [initiated, received, entries];
  const taken = [0, 0, 0];
  const data: AccountEvent[] = [];
  while (data.length < PAGE_SIZE) {
    const heads = sources.map((source, index) => source[taken[index] ?? 0]?.event);
    const newest = heads.reduce(
      (best, head, index) => (head !== undefined && head.date > (heads[best]?.date ?? '') ? index : best),
      0,
    );
    const event = heads[newest];
    if (event === undefined) break;
    data.push(event);
    taken[newest] = (taken[newest] ?? 0) + 1;
  }
  const isOver = !hasMore && sources.every((source, index) => source.length === taken[index]);
  const next = sources.map((source, index) => source[(taken[index] ?? 0) - 1]?.position ?? before[index]);
  return { data, next: isOver ? null : next.join('.') };
}
