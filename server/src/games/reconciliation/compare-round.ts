import type { LoggedTransaction } from '../port';
import type { MatchedRound } from './match-log';
import type { RoundTransaction } from './round-transaction.repository';

/**
 * The result of comparing one round's transactions in the ledger and in the provider's log. docs/providers.md
 * has the table:
 * - `unreadable`: an entry of the round cannot be understood;
 * - `differs`: only people can settle the round;
 * - `owes`: the log has wins that the ledger does not have, and agrees on all else;
 * - `unlogged`: the log does not have stakes of the ledger, and agrees on all else;
 * - `agrees`.
 */
export type RoundComparison =
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'differs'; readonly reason: string }
  | { readonly kind: 'owes'; readonly wins: readonly LoggedTransaction[] }
  | { readonly kind: 'unlogged'; readonly stakes: readonly RoundTransaction[] }
  | { readonly kind: 'agrees' };

interface Rest {
  readonly ours: readonly RoundTransaction[];
  readonly logged: readonly LoggedTransaction[];
}

const isSame = (own: RoundTransaction, logged: LoggedTransaction): boolean =>
  own.isStake === logged.isStake && own.bet === logged.bet && own.win === logged.win;

const hasKeyOf = (own: RoundTransaction, logged: LoggedTransaction): boolean =>
  own.transactionId === logged.transactionId || own.transactionId === logged.otherTransactionId;

/** Removes the pairs of transactions for which `isPair` holds; each transaction is in one pair at most. */
function withoutPairs(
  { ours, logged }: Rest,
  isPair: (own: RoundTransaction, logged: LoggedTransaction) => boolean,
): Rest {
  const rest = [...ours];
  const unpaired = logged.filter((one) => {
    const place = rest.findIndex((own) => isPair(own, one));
    if (place >= 0) rest.splice(place, 1);
    return place < 0;
  });
  return { ours: rest, logged: unpaired };
}

/**
 * Compares the transactions of a round. Those without a common key are paired by their amounts: some logs
 * lack the second id.
 */
export function compareRound({ ours, logged, unreadable }: MatchedRound): RoundComparison {
  if (unreadable[0] !== undefined) return { kind: 'unreadable', reason: unreadable[0].reason };
  // Several wins of a log without second ids may have one key, of which the ledger has one win under it.
  const contradicted = ours.find((own) => {
    const named = logged.filter((one) => one.transactionId === own.transactionId);
    return named.length > 0 && !named.some((one) => isSame(own, one));
  });
  if (contradicted !== undefined) return differs(`${contradicted.transactionId} has other amounts`);
  // A loss that the log has and the ledger does not need.
  const moving = logged.filter((one) => one.isStake || one.win > 0n);
  const byKey = withoutPairs({ ours, logged: moving }, (own, one) => hasKeyOf(own, one) && isSame(own, one));
  return describeRest(withoutPairs(byKey, isSame));
}

function describeRest({ ours, logged }: Rest): RoundComparison {
  const strange = logged.find((one) => one.isStake);
  if (strange !== undefined) return differs(`the ledger has no stake ${strange.transactionId}`);
  const unknownWin = ours.find((own) => !own.isStake);
  if (unknownWin !== undefined) return differs(`the log has no win ${unknownWin.transactionId}`);
  if (ours.length > 0 && logged.length > 0) return differs('the log has wins, and lacks stakes');
  if (ours.length > 0) return { kind: 'unlogged', stakes: ours };
  if (logged.length === 0) return { kind: 'agrees' };
  const keys = new Set(logged.map(({ transactionId }) => transactionId));
  return keys.size === logged.length
    ? { kind: 'owes', wins: logged }
    : differs('several wins of the log have one id');
}

const differs = (reason: string): RoundComparison => ({ kind: 'differs', reason });
