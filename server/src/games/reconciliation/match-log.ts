import type { Queryable } from '../../database/pool';
import type { LoggedTransaction, UnreadableTransaction } from '../port';
import { findRounds, type Round } from './ended-round.repository';
import { nameOf, type RoundName } from './open-round.repository';
import type { PlayerLog } from './read-player-log';
import {
  findRoundsOfTransactions,
  keyOf,
  listTransactions,
  type RoundTransaction,
} from './round-transaction.repository';

/** A round of the ledger with its transactions on both sides. */
export interface MatchedRound {
  readonly round: Round;
  readonly ours: readonly RoundTransaction[];
  readonly logged: readonly LoggedTransaction[];
  readonly unreadable: readonly UnreadableTransaction[];
}

export interface Match {
  /** The rounds of the ledger that the log mentions, by name. */
  readonly rounds: ReadonlyMap<string, MatchedRound>;
  /** Transactions of the log whose rounds the ledger does not have. */
  readonly strangers: readonly LoggedTransaction[];
  readonly unreadableStrangers: readonly UnreadableTransaction[];
}

/** Names of rounds that transactions or rounds of the ledger have. */
interface Known {
  readonly ofTransaction: ReadonlyMap<string, RoundName>;
  readonly rounds: ReadonlySet<string>;
}

/** Finds the rounds of a player to which the transactions of a log belong. */
export async function matchLog(database: Queryable, accountId: number, log: PlayerLog): Promise<Match> {
  const known = await findKnown(database, accountId, log);
  const roundOf = assignRounds(log.transactions, known);
  const unreadable = unreadableNames(log, known);
  const logged = groupByName(roundOf);
  const notRead = groupByName(unreadable);
  const names = [...new Set([...logged.keys(), ...notRead.keys()])];
  const rounds = await findRounds(database, accountId, names.map(parseName));
  const ours = await listTransactions(database, rounds);
  const matched = rounds.map((round): readonly [string, MatchedRound] => {
    const name = nameOf(round);
    return [
      name,
      {
        round,
        ours: ours.get(name) ?? [],
        logged: logged.get(name) ?? [],
        unreadable: notRead.get(name) ?? [],
      },
    ];
  });
  return {
    rounds: new Map(matched),
    strangers: log.transactions.filter((one) => !roundOf.has(one)),
    unreadableStrangers: log.unreadable.filter((one) => !unreadable.has(one)),
  };
}

function groupByName<Entry>(names: ReadonlyMap<Entry, string>): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const [entry, name] of names) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [entry]);
    else group.push(entry);
  }
  return groups;
}

async function findKnown(database: Queryable, accountId: number, log: PlayerLog): Promise<Known> {
  const keys = log.transactions.flatMap(({ providerCode, transactionId, otherTransactionId, vendorId }) =>
    [transactionId, otherTransactionId ?? vendorId].map((id) => ({ providerCode, transactionId: id })),
  );
  const unreadableKeys = log.unreadable.flatMap(({ providerCode, vendorId }) =>
    providerCode === null || vendorId === null ? [] : [{ providerCode, transactionId: vendorId }],
  );
  const ofTransaction = await findRoundsOfTransactions(database, accountId, [...keys, ...unreadableKeys]);
  const candidates = [...log.transactions, ...log.unreadable].flatMap(({ providerCode, roundId, vendorId }) =>
    [roundId, vendorId].flatMap((id) =>
      providerCode === null || id === null ? [] : [{ providerCode, roundId: id }],
    ),
  );
  const rounds = await findRounds(database, accountId, [...ofTransaction.values(), ...candidates]);
  return { ofTransaction, rounds: new Set(rounds.map(nameOf)) };
}

/**
 * The name of a known round by the entry's own words: its round, the keys of its transaction, or its id as
 * that of a round.
 */
function namedRound(
  { providerCode, roundId, vendorId }: Pick<LoggedTransaction, 'providerCode' | 'roundId' | 'vendorId'>,
  keys: readonly string[],
  { ofTransaction, rounds }: Known,
): string | null {
  const named = nameOf({ providerCode, roundId: roundId ?? vendorId });
  if (roundId !== null && rounds.has(named)) return named;
  for (const transactionId of keys) {
    const round = ofTransaction.get(keyOf({ providerCode, transactionId }));
    if (round !== undefined && rounds.has(nameOf(round))) return nameOf(round);
  }
  return rounds.has(named) ? named : null;
}

/**
 * The rounds of transactions. Entries of one bet share their id. A win whose callback never arrived may have
 * an id that nothing else names: it belongs to the last stake before it in the same game.
 */
function assignRounds(
  transactions: readonly LoggedTransaction[],
  known: Known,
): ReadonlyMap<LoggedTransaction, string> {
  const roundOf = new Map<LoggedTransaction, string>();
  const ofBet = new Map<string, string>();
  for (const one of transactions) {
    const name = namedRound(one, [one.transactionId, one.otherTransactionId ?? one.vendorId], known);
    if (name === null) continue;
    roundOf.set(one, name);
    ofBet.set(keyOf({ ...one, transactionId: one.vendorId }), name);
  }
  /** The round of the last stake in each game; null when the ledger does not have it. */
  const ofLastStake = new Map<string, string | null>();
  for (const one of transactions) {
    const game = `${one.providerCode} ${one.gameCode}`;
    const name =
      roundOf.get(one) ??
      ofBet.get(keyOf({ ...one, transactionId: one.vendorId })) ??
      (one.isStake || one.roundId !== null ? null : (ofLastStake.get(game) ?? null));
    if (name !== null) roundOf.set(one, name);
    if (one.isStake) ofLastStake.set(game, name);
  }
  return roundOf;
}

function unreadableNames(
  { unreadable }: PlayerLog,
  known: Known,
): ReadonlyMap<UnreadableTransaction, string> {
  const names = new Map<UnreadableTransaction, string>();
  for (const one of unreadable) {
    const { providerCode, roundId, vendorId } = one;
    if (providerCode === null || vendorId === null) continue;
    const name = namedRound({ providerCode, roundId, vendorId }, [vendorId], known);
    if (name !== null) names.set(one, name);
  }
  return names;
}

const parseName = (name: string): RoundName => {
  const place = name.indexOf(' ');
  return { providerCode: name.slice(0, place), roundId: name.slice(place + 1) };
};
