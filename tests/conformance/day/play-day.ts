import { stepMillimes } from '@palier/demo-provider/vendor/amount';
import { GAME_FORMS } from '@palier/demo-provider/vendor/profile';
import {
  createRoundIds,
  type Transaction,
  type TransactionType,
} from '@palier/demo-provider/vendor/transaction';
import type { Books, Entry } from './books';
import { createLossyConnection, type ConnectionOptions } from './lossy-connection';
import { VENDOR } from './vendor';

export interface DayOptions extends Omit<ConnectionOptions, 'profile'> {
  readonly books: Books;
  /** Makes ids of transactions unique among days. */
  readonly prefix: string;
}

export type Day = ReturnType<typeof createDay>;

/** Books the transactions of rounds as the profile makes them. */
function createTransactions({ books, random, prefix }: Pick<DayOptions, 'books' | 'random' | 'prefix'>) {
  const { profile } = books;
  const step = stepMillimes(profile);
  let ids = 0;
  const newId = (): string => `${prefix}-${(ids += 1)}`;
  const newRoundId = createRoundIds(profile, newId);
  const amount = (): number => random.between(1, 300) * step;
  const prize = (): number => (random.chance(0.45) ? amount() : 0);

  const move = (
    fields: Omit<Transaction, 'providerCode' | 'createdAt' | 'id' | 'betId'>,
    bet?: Entry,
  ): Entry => {
    const id = newId();
    return books.add({
      ...fields,
      providerCode: VENDOR.providerCode,
      id,
      betId: bet?.transaction.betId ?? id,
      createdAt: new Date().toISOString(),
    });
  };

  /** A flight ends long after its stake. */
  const isOneCall = (form: Transaction['form']): boolean =>
    form !== 'crash' &&
    (profile.spin === 'debit_credit' || (profile.spin === 'either' && random.chance(0.5)));

  function stake(userCode: string, form: Transaction['form'], roundId = newRoundId()): Entry {
    const gameCode = profile.hasLobby ? String(random.between(1_000, 1_005)) : random.pick(VENDOR.games);
    const type: TransactionType = isOneCall(form) ? 'debit_credit' : 'debit';
    const winMillimes = type === 'debit_credit' ? prize() : 0;
    const amounts = { betMillimes: amount(), winMillimes };
    return move({ userCode, gameCode, form, kind: 'BASE', type, roundId, ...amounts });
  }

  return { newRoundId, amount, prize, move, stake };
}

/** Plays a vendor's rounds through a connection that loses, doubles and repeats requests and answers. */
export function createDay({ books, prefix, ...connection }: DayOptions) {
  const { profile } = books;
  const { random } = connection;
  const { send, record } = createLossyConnection({ ...connection, profile });
  const { newRoundId, amount, prize, move, stake } = createTransactions({ books, random, prefix });
  const forms = GAME_FORMS.filter((form) => profile.gameTypes[form] !== null);

  async function pay(bet: Entry, winMillimes: number, kind: Transaction['kind'] = 'BASE'): Promise<void> {
    const { lostRound } = profile;
    const isSent =
      winMillimes > 0 || lostRound === 'credit of 0' || (lostRound === 'either' && random.chance(0.5));
    if (!isSent) return;
    const fields = { ...bet.transaction, kind, type: 'credit' as const, betMillimes: 0, winMillimes };
    // A bet and its win share an id; the win of its free spins is another transaction.
    await record(kind === 'FREE' ? move(fields) : move(fields, bet));
  }

  async function playFreeSpins(bet: Entry): Promise<void> {
    if (profile.freeSpins === 'in their round') return pay(bet, amount(), 'FREE');
    if (profile.freeSpins === 'none') return;
    const fields = { type: 'debit_credit' as const, betMillimes: 0, winMillimes: prize() };
    await record(move({ ...bet.transaction, ...fields, kind: 'FREE', roundId: newRoundId() }));
  }

  /** Stakes a win again in its round. */
  async function gamble({ transaction }: Entry): Promise<void> {
    const amounts = { betMillimes: amount(), winMillimes: 0 };
    const again = move({ ...transaction, kind: 'BASE', type: 'debit', ...amounts });
    if (await record(again)) await pay(again, prize());
  }

  async function playRound(userCode: string): Promise<void> {
    const form = random.pick(forms);
    const first = stake(userCode, form);
    const bets = [first];
    if (form === 'crash' && profile.hasTwoBets && random.chance(0.4))
      bets.push(stake(userCode, form, first.transaction.roundId));
    const isTaken = await Promise.all(bets.map((bet) => record(bet)));
    const taken = bets.filter((_bet, place) => isTaken[place]);
    for (const bet of taken) if (bet.transaction.type === 'debit') await pay(bet, prize());
    if (taken[0] === undefined) return;
    if (random.chance(0.1)) await playFreeSpins(taken[0]);
    if (profile.hasGamble && random.chance(0.15)) await gamble(taken[0]);
  }

  return {
    /** Plays one player's rounds, one after the other, and now and then repeats an old transaction. */
    async playRounds(userCode: string, count: number): Promise<void> {
      for (let played = 0; played < count; played += 1) {
        await playRound(userCode);
        const old = random.pick(books.entries);
        if (random.chance(0.1) && old.state === 'accepted') await send(old);
      }
    },
    /** Asks again for entries without a known outcome. */
    async askAgain(entries: readonly Entry[]): Promise<void> {
      for (const entry of entries) await record(entry, Infinity);
    },
  };
}
