import type { Profile } from '@palier/demo-provider/vendor/profile';
import type { Transaction } from '@palier/demo-provider/vendor/transaction';

/**
 * `asked`: not answered yet; `unconfirmed`: a bet that the vendor asks for again later; `void`: a bet that
 * the vendor gave up; `owed`: a win that the operator has not confirmed.
 */
export type EntryState = 'asked' | 'accepted' | 'refused' | 'void' | 'unconfirmed' | 'owed';

/** A transaction in the vendor's books. */
export interface Entry {
  readonly number: number;
  readonly transaction: Transaction;
  state: EntryState;
  /** The operator's `msg` of a refusal. */
  word?: string;
}

/** What a vendor counts as played. A log has no form for bets that are void or not confirmed. */
const COUNTED: readonly EntryState[] = ['accepted', 'owed'];

export type Books = ReturnType<typeof createBooks>;

/** A vendor's record of its transactions, which outlives its restarts. */
export function createBooks(profile: Profile) {
  const entries: Entry[] = [];
  const counted = (): Entry[] => entries.filter(({ state }) => COUNTED.includes(state));

  return {
    profile,
    entries: entries as readonly Entry[],
    add(transaction: Transaction): Entry {
      const entry: Entry = { number: entries.length + 1, transaction, state: 'asked' };
      entries.push(entry);
      return entry;
    },
    /** The entries in a state, in order. */
    inState: (state: EntryState): readonly Entry[] => entries.filter((entry) => entry.state === state),
    /** By how much the vendor believes that it has changed a player's balance, in thousandths. */
    changeOf: (userCode: string): number =>
      counted()
        .filter(({ transaction }) => transaction.userCode === userCode)
        .reduce((sum, { transaction: { betMillimes, winMillimes } }) => sum + winMillimes - betMillimes, 0),
    /** What the vendor's log has of a player, oldest first. */
    logOf: (userCode: string, gameType: string): readonly Entry[] =>
      counted().filter(
        ({ transaction }) =>
          transaction.userCode === userCode && profile.gameTypes[transaction.form] === gameType,
      ),
  };
}
