import type { JackpotCounters, JackpotWin } from '@palier/shared/contracts';
import { fromMicros } from '@palier/shared/money';
import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';
import type { Draw } from './schemas';

/** The present balances of the three pots, in TND. */
export async function readCounters(database: Queryable): Promise<JackpotCounters> {
  const { rows } = await database.query<{ tier: string; balance: bigint }>({
    name: 'jackpot-counters',
    text: 'select p.tier, a.balance from jackpot_pots p join accounts a on a.id = p.account_id',
  });
  const of = (tier: string): number => fromMicros(rows.find((row) => row.tier === tier)?.balance ?? 0n);
  return { bronzeCounter: of('bronze'), silverCounter: of('silver'), goldCounter: of('gold') };
}

const DRAWS_SHOWN = 100;

/**
 * The commitments of running draws, then the last ended draws with their secrets, by which their commitments
 * can be verified.
 */
export async function listDraws(database: Queryable): Promise<Draw[]> {
  const { rows } = await database.query<Draw>(
    `select tier, number, commitment, ${localTime('started_at', "'UTC'")} || 'Z' as "startedAt",
            ${localTime('ended_at', "'UTC'")} || 'Z' as "endedAt",
            ceiling_micros::text as "ceilingMicros", salt
       from jackpot_draws order by ended_at desc nulls first, id desc limit $1`,
    [DRAWS_SHOWN],
  );
  return rows;
}

/**
 * Wins that the player has not been shown, oldest first, as messages of section 3 of docs/spec-coverage.md.
 * Their counters are the present counters: pages show the counters of a message (section 4 of
 * docs/spec-coverage.md), and a win may be days old.
 */
export async function listUndeliveredWins(
  database: Queryable,
  userId: number,
): Promise<(JackpotWin & { winId: number })[]> {
  const { rows } = await database.query<
    Pick<JackpotWin, 'tier' | 'winnerUsername'> & { winId: number; prize: bigint }
  >(
    `select w.id as "winId", w.tier, w.prize_micros as prize, u.username as "winnerUsername"
       from jackpot_wins w join users u on u.id = w.user_id
      where w.user_id = $1 and w.delivered_at is null order by w.id`,
    [userId],
  );
  if (rows.length === 0) return [];
  const counters = await readCounters(database);
  return rows.map(({ prize, ...win }) => ({ ...win, prizeAmount: fromMicros(prize), ...counters }));
}

export async function markWinDelivered(database: Queryable, userId: number, winId: number): Promise<void> {
  await database.query(
    'update jackpot_wins set delivered_at = now() where id = $1 and user_id = $2 and delivered_at is null',
    [winId, userId],
  );
}

/** Players with a win of the last seconds that is not yet acknowledged. */
export async function listPlayersWithNewWins(database: Queryable, seconds: number): Promise<number[]> {
  const { rows } = await database.query<{ user_id: number }>({
    name: 'players-with-new-wins',
    text: `select distinct user_id from jackpot_wins
            where delivered_at is null and created_at > now() - make_interval(secs => $1)`,
    values: [seconds],
  });
  return rows.map((row) => row.user_id);
}
