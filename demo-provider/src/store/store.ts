import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openJournal, type Journal } from './journal.js';
import { lockBook } from './lock.js';
import { isOpen, type Entry, type Round, type Session } from './records.js';

export interface Store {
  hasUser(userCode: string): boolean;
  userCodes(): string[];
  putUser(userCode: string): Promise<void>;
  findSession(sessionKey: string): Session | undefined;
  putSession(session: Session): Promise<void>;
  /** The round of an id that the store has given. Throws for any other. */
  readRound(roundId: string): Round;
  findRoundBySpin(sessionKey: string, spinId: string): Round | undefined;
  lastRound(sessionKey: string): Round | undefined;
  /** The player's latest rounds in this game, whatever the session, newest first. */
  recentRounds(played: Played, count: number): Round[];
  roundsOfUser(userCode: string): Round[];
  /** Every round not settled yet, the latest begun last. */
  openRounds(): Round[];
  /** Writes the round to disk first, then to memory: what the store shows has always survived. */
  putRound(round: Round): Promise<void>;
  close(): Promise<void>;
}

/** A player and a game, as every session and every round names them. */
type Played = Pick<Session, 'userCode' | 'providerCode' | 'gameCode'>;

const playedKey = ({ userCode, providerCode, gameCode }: Played): string =>
  `${userCode} ${providerCode} ${gameCode}`;

function fileUnder(index: Map<string, string[]>, key: string, roundId: string): void {
  const filed = index.get(key);
  if (filed) filed.push(roundId);
  else index.set(key, [roundId]);
}

/** Opens the provider's own store of users, sessions and rounds in a folder. Throws when another process has it open. */
export async function openStore(dataDir: string): Promise<Store> {
  const users = new Set<string>();
  const sessions = new Map<string, Session>();
  const rounds = new Map<string, Round>();
  const openRoundIds = new Set<string>();
  const roundIdsBySpin = new Map<string, string>();
  const roundIdsBySession = new Map<string, string[]>();
  const roundIdsByUser = new Map<string, string[]>();
  const roundIdsByPlayed = new Map<string, string[]>();

  function remember(entry: Entry): void {
    if (entry.kind === 'user') users.add(entry.userCode);
    else if (entry.kind === 'session') sessions.set(entry.session.sessionKey, entry.session);
    else rememberRound(entry.round);
  }

  function rememberRound(round: Round): void {
    if (!rounds.has(round.roundId)) {
      roundIdsBySpin.set(`${round.sessionKey} ${round.spinId}`, round.roundId);
      fileUnder(roundIdsBySession, round.sessionKey, round.roundId);
      fileUnder(roundIdsByUser, round.userCode, round.roundId);
      fileUnder(roundIdsByPlayed, playedKey(round), round.roundId);
    }
    rounds.set(round.roundId, round);
    if (isOpen(round)) openRoundIds.add(round.roundId);
    else openRoundIds.delete(round.roundId);
  }

  await mkdir(dataDir, { recursive: true });
  const lock = await lockBook(dataDir);
  let journal: Journal;
  try {
    journal = await openJournal(join(dataDir, 'rounds.jsonl'), remember);
  } catch (error) {
    await lock.release();
    throw error;
  }

  async function put(entry: Entry): Promise<void> {
    await journal.append(entry);
    remember(entry);
  }

  function readRound(roundId: string): Round {
    const round = rounds.get(roundId);
    if (!round) throw new Error(`The store has no round ${roundId}`);
    return round;
  }
  const roundOf = (roundId: string | undefined) => (roundId === undefined ? undefined : readRound(roundId));

  return {
    hasUser: (userCode) => users.has(userCode),
    userCodes: () => [...users],
    putUser: (userCode) => put({ kind: 'user', userCode }),
    findSession: (sessionKey) => sessions.get(sessionKey),
    putSession: (session) => put({ kind: 'session', session }),
    readRound,
    findRoundBySpin: (sessionKey, spinId) => roundOf(roundIdsBySpin.get(`${sessionKey} ${spinId}`)),
    lastRound: (sessionKey) => roundOf(roundIdsBySession.get(sessionKey)?.at(-1)),
    recentRounds: (played, count) =>
      (roundIdsByPlayed.get(playedKey(played)) ?? []).slice(-count).reverse().map(readRound),
    roundsOfUser: (userCode) => (roundIdsByUser.get(userCode) ?? []).map(readRound),
    openRounds: () => [...openRoundIds].map(readRound),
    putRound: (round) => put({ kind: 'round', round }),
    close: async () => {
      try {
        await journal.close();
      } finally {
        await lock.release();
      }
    },
  };
}
