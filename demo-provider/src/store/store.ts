import { openConnections } from './connections.js';
import type { PlayerGame, Round, Session } from './records.js';

export interface Store {
  hasPlayer(userCode: string): Promise<boolean>;
  addPlayer(userCode: string): Promise<void>;
  /** The session with this key. If it continues an earlier session: that earlier session, but with the expiry of the later one. */
  findSession(sessionKey: string): Promise<Session | undefined>;
  addSession(session: Session, continues?: string): Promise<void>;
  /** Throws for an unknown id. */
  readRound(roundId: string): Promise<Round>;
  findRoundBySpin(sessionKey: string, spinId: string): Promise<Round | undefined>;
  lastRound(sessionKey: string): Promise<Round | undefined>;
  /** The player's latest rounds in this game in any session, newest first. */
  recentRounds(game: PlayerGame, count: number): Promise<Round[]>;
  /** One page of the player's rounds, oldest first, created at `start` or later and before one second after `end`. */
  listRounds(userCode: string, period: Period, page: Page): Promise<{ total: number; rounds: Round[] }>;
  /** Every round that is not settled, oldest first. */
  openRounds(): Promise<Round[]>;
  /** Throws when the session has an open round or has used the spin id before. */
  addRound(round: Round): Promise<void>;
  saveRound(round: Round): Promise<void>;
  close(): Promise<void>;
}

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
export async function openStore(databaseUrl: string): Promise<Store> {
  const { read, write, close } = await openConnections(databaseUrl);

  async function readRounds(condition: string, values: readonly unknown[] = []): Promise<Round[]> {
    const rows = await read<{ round: Round }>(`select round from game_rounds ${condition}`, values);
    return rows.map(({ round }) => round);
  }

  return {
    async hasPlayer(userCode) {
      return (await read('select from players where user_code = $1', [userCode])).length > 0;
    },
    addPlayer: (userCode) =>
      write('insert into players (user_code) values ($1) on conflict do nothing', [userCode]),

    async findSession(sessionKey) {
      const [row] = await read<{ session: Session }>(
        `select played.session || jsonb_build_object('expiresAt', own.session->'expiresAt') as session
         from game_sessions own
           join game_sessions played on played.session_key = coalesce(own.continues, own.session_key)
         where own.session_key = $1`,
        [sessionKey],
      );
      return row?.session;
    },
    addSession: (session, continues) =>
      write('insert into game_sessions (session, continues) values ($1, $2)', [session, continues]),

    async readRound(roundId) {
      const [round] = await readRounds('where round_id = $1', [roundId]);
      if (!round) throw new Error(`There is no round ${roundId}`);
      return round;
    },
    async findRoundBySpin(sessionKey, spinId) {
      const [round] = await readRounds('where session_key = $1 and spin_id = $2', [sessionKey, spinId]);
      return round;
    },
    async lastRound(sessionKey) {
      const [round] = await readRounds('where session_key = $1 order by number desc limit 1', [sessionKey]);
      return round;
    },
    recentRounds: ({ userCode, providerCode, gameCode }, count) =>
      readRounds(
        'where user_code = $1 and provider_code = $2 and game_code = $3 order by number desc limit $4',
        [userCode, providerCode, gameCode, count],
      ),
    async listRounds(userCode, { start, end }, { index, size }) {
      const [from, to] = [Date.parse(start), Date.parse(end) + 1000];
      const period = [userCode, new Date(from).toISOString(), new Date(to).toISOString()];
      const [row] = await read<{ total: number }>(
        `select count(*)::integer as total from game_rounds where ${inPeriod}`,
        period,
      );
      const rounds = await readRounds(`where ${inPeriod} order by number limit $4 offset $5`, [
        ...period,
        size,
        index * size,
      ]);
      return { total: row?.total ?? 0, rounds };
    },
    openRounds: () => readRounds('where settled_at is null order by number'),

    addRound: (round) => write('insert into game_rounds (round) values ($1)', [round]),
    saveRound: (round) =>
      write('update game_rounds set round = $2 where round_id = $1', [round.roundId, round]),
    close,
  };
}
