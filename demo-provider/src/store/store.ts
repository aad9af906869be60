import { openConnections } from './connections.js';
import type { Step } from '../rounds/round-transactions.js';
import type { Round, Session } from './records.js';

export type Store = Awaited<ReturnType<typeof openStore>>;

interface LogPeriod {
  userCode: string | null;
  /** Null: every kind of game. */
  isCrash: boolean | null;
  start: string;
  end: string;
}
interface LoggedTransaction {
  round: Round;
  /** Of the round, in the order of creation. */
  number: number;
  step: Step;
}
interface Page {
  index: number;
  size: number;
}

const transactions = `
  from game_rounds cross join lateral (values
    (0, 'debit', round->>'debit' = 'accepted'),
    (1, 'credit', round->>'credit' <> 'none'),
    (2, 'free', round->>'debit' = 'accepted' and round->'free'->>'state' in ('unknown', 'accepted'))
  ) sent (place, step, is_logged)
  where is_logged and ($1::text is null or user_code = $1) and created_at >= $2 and created_at < $3
    and ($4::boolean is null or (round ? 'flight') = $4)`;

/**
 * Opens the provider's record of players, sessions and rounds. Throws when another provider uses the
 * database.
 */
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

    /**
     * The session with this key. If it continues an earlier session: that earlier session, but with the
     * expiry of the later one.
     */
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
    /** The latest rounds of the session's player in its game, in any session, newest first. */
    recentRounds: ({ userCode, providerCode, gameCode }: Session, count: number): Promise<Round[]> =>
      readRounds(
        'where user_code = $1 and provider_code = $2 and game_code = $3 order by number desc limit $4',
        [userCode, providerCode, gameCode, count],
      ),
    /**
     * One page of the transactions of a kind of game that belong to rounds created at `start` or later and
     * before one second after `end`, oldest first. `userCode`: null for all players. A stake that was not
     * answered may be void yet, and is left out.
     */
    async listTransactions({ userCode, isCrash, start, end }: LogPeriod, { index, size }: Page) {
      const [from, to] = [Date.parse(start), Date.parse(end) + 1000];
      const period = [userCode, new Date(from).toISOString(), new Date(to).toISOString(), isCrash];
      const [row] = await read<{ total: number }>(
        `select count(*)::integer as total ${transactions}`,
        period,
      );
      const rows = await read<LoggedTransaction>(
        `select round, number::integer as number, step ${transactions}
          order by number, place limit $5 offset $6`,
        [...period, size, index * size],
      );
      return { total: row?.total ?? 0, rows };
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
