import { openConnections } from './connections.js';
import type { NumberedRound, PlayerGame, Round, Session } from './records.js';

export type Store = Awaited<ReturnType<typeof openStore>>;

interface Period {
  start: string;
  end: string;
}
interface Page {
  index: number;
  size: number;
}

const inPeriod = 'user_code = $1 and created_at >= $2 and created_at < $3';

/** Opens the provider's record of players, sessions and rounds. Throws when another provider uses the database. */
export async function openStore(databaseUrl: string) {
  const { read, write, close } = await openConnections(databaseUrl);

  async function readRounds(condition: string, values: readonly unknown[] = []): Promise<Round[]> {
    const rows = await read<{ round: Round }>(`select round from game_rounds ${condition}`, values);
    return rows.map(({ round }) => round);
  }

  return {
    async hasPlayer(userCode: string): Promise<boolean> {
      return (await read('select from players where user_code = $1', [userCode])).length > 0;
    },
    addPlayer: (userCode: string): Promise<void> =>
      write('insert into players (user_code) values ($1) on conflict do nothing', [userCode]),

    /** The session with this key. If it continues an earlier session: that earlier session, but with the expiry of the later one. */
    async findSession(sessionKey: string): Promise<Session | undefined> {
      const [row] = await read<{ session: Session }>(
        `select played.session || jsonb_build_object('expiresAt', own.session->'expiresAt') as session
         from game_sessions own
           join game_sessions played on played.session_key = coalesce(own.continues, own.session_key)
         where own.session_key = $1`,
        [sessionKey],
      );
      return row?.session;
    },
    addSession: (session: Session, continues?: string): Promise<void> =>
      write('insert into game_sessions (session, continues) values ($1, $2)', [session, continues]),

    /** Throws for an unknown id. */
    async readRound(roundId: string): Promise<Round> {
      const [round] = await readRounds('where round_id = $1', [roundId]);
      if (!round) throw new Error(`There is no round ${roundId}`);
      return round;
    },
    async findRoundBySpin(sessionKey: string, spinId: string): Promise<Round | undefined> {
      const [round] = await readRounds('where session_key = $1 and spin_id = $2', [sessionKey, spinId]);
      return round;
    },
    async lastRound(sessionKey: string): Promise<Round | undefined> {
      const [round] = await readRounds('where session_key = $1 order by number desc limit 1', [sessionKey]);
      return round;
    },
    /** The player's latest rounds in this game in any session, newest first. */
    recentRounds: ({ userCode, providerCode, gameCode }: PlayerGame, count: number): Promise<Round[]> =>
      readRounds(
        'where user_code = $1 and provider_code = $2 and game_code = $3 order by number desc limit $4',
        [userCode, providerCode, gameCode, count],
      ),
    /**
     * One page of the player's rounds, oldest first, created at `start` or later and before one second after `end`; `total` counts the
     * transactions of all of them.
     */
    async listRounds(userCode: string, { start, end }: Period, { index, size }: Page) {
      const [from, to] = [Date.parse(start), Date.parse(end) + 1000];
      const period = [userCode, new Date(from).toISOString(), new Date(to).toISOString()];
      const [row] = await read<{ total: number }>(
        `select (count(*) filter (where round->>'debit' = 'accepted')
               + count(*) filter (where round->>'credit' <> 'none'))::integer as total
           from game_rounds where ${inPeriod}`,
        period,
      );
      const rounds = await read<NumberedRound>(
        `select number::integer, round from game_rounds where ${inPeriod} order by game_rounds.number limit $4 offset $5`,
        [...period, size, index * size],
      );
      return { total: row?.total ?? 0, rounds };
    },
    /** Every round that is not settled, oldest first. */
    openRounds: (): Promise<Round[]> => readRounds('where settled_at is null order by number'),

    /** Throws when the session has an open round or has used the spin id before. */
    addRound: (round: Round): Promise<void> => write('insert into game_rounds (round) values ($1)', [round]),
    saveRound: (round: Round): Promise<void> =>
      write('update game_rounds set round = $2 where round_id = $1', [round.roundId, round]),
    close,
  };
}
