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

const roundColumns = `round_id as "roundId", spin_id as "spinId", session_key as "sessionKey", user_code as "userCode",
  provider_code as "providerCode", game_code as "gameCode", stake_millimes as "stakeMillimes",
  debit_txn_id as "debitTxnId", credit_txn_id as "creditTxnId", created_at as "createdAt", debit, refusal, stops, flight,
  win_millimes as "winMillimes", credit, balance, balance_before as "balanceBefore", settled_at as "settledAt"`;

const inPeriod = `user_code = $1 and created_at >= $2 and created_at < $3::timestamptz + interval '1 second'`;

/** A row without its nulls: optional fields of the records are absent. */
const toRecord = <Row>(row: object): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row;

const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** Opens the provider's record of players, sessions and rounds. Throws when another provider uses the database. */
export async function openStore(databaseUrl: string): Promise<Store> {
  const { read, write, close } = await openConnections(databaseUrl);

  async function readRounds(condition: string, values: readonly unknown[] = []): Promise<Round[]> {
    const rows = await read(`select ${roundColumns} from rounds ${condition}`, values);
    return rows.map((row) => toRecord<Round>(row));
  }

  return {
    async hasPlayer(userCode) {
      return (await read('select from players where user_code = $1', [userCode])).length > 0;
    },
    addPlayer: (userCode) =>
      write('insert into players (user_code) values ($1) on conflict do nothing', [userCode]),

    async findSession(sessionKey) {
      const [row] = await read(
        `select played.session_key as "sessionKey", played.user_code as "userCode",
           played.provider_code as "providerCode", played.game_code as "gameCode",
           played.fairness_key as "fairnessKey", own.expires_at as "expiresAt"
         from sessions own join sessions played on played.session_key = coalesce(own.continues, own.session_key)
         where own.session_key = $1`,
        [sessionKey],
      );
      return row && toRecord<Session>(row);
    },
    addSession: (session, continues) =>
      write(
        `insert into sessions (session_key, user_code, provider_code, game_code, fairness_key, continues, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          session.sessionKey,
          session.userCode,
          session.providerCode,
          session.gameCode,
          session.fairnessKey,
          continues,
          session.expiresAt,
        ],
      ),

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
      const period = [userCode, start, end];
      const [row] = await read<{ total: number }>(
        `select count(*)::integer as total from rounds where ${inPeriod}`,
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

    addRound: (round) =>
      write(
        `insert into rounds (round_id, spin_id, session_key, user_code, provider_code, game_code, stake_millimes,
           debit_txn_id, credit_txn_id, created_at, debit, flight, win_millimes, credit, balance_before)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
        [
          round.roundId,
          round.spinId,
          round.sessionKey,
          round.userCode,
          round.providerCode,
          round.gameCode,
          round.stakeMillimes,
          round.debitTxnId,
          round.creditTxnId,
          round.createdAt,
          round.debit,
          toJson(round.flight),
          round.winMillimes,
          round.credit,
          round.balanceBefore,
        ],
      ),
    saveRound: (round) =>
      write(
        `update rounds set debit = $2, refusal = $3, stops = $4, flight = $5, win_millimes = $6, credit = $7,
           balance = $8, settled_at = $9
         where round_id = $1`,
        [
          round.roundId,
          round.debit,
          round.refusal,
          toJson(round.stops),
          toJson(round.flight),
          round.winMillimes,
          round.credit,
          round.balance,
          round.settledAt,
        ],
      ),
    close,
  };
}
