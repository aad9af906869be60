import { setTimeout as wait } from 'node:timers/promises';
import { stepMillimes } from '@palier/demo-provider/vendor/amount';
import { createCallbacks } from '@palier/demo-provider/vendor/callback';
import { GAME_FORMS } from '@palier/demo-provider/vendor/profile';
import { sendCallback } from '@palier/demo-provider/vendor/send';
import {
  createRoundIds,
  type Transaction,
  type TransactionType,
} from '@palier/demo-provider/vendor/transaction';
import type { Random } from '@palier/test-support/random';
import type { Verdict } from '../operator';
import type { Books, Entry } from './books';
import { VENDOR } from './vendor';

const SHORT_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;
/** A vendor without a last try gives up here, so that a test of a dead operator ends. */
const PATIENCE_MS = 180_000;
/** A connection that is lost while the operator is killed answers never. */
const ANSWER_LIMIT_MS = 5_000;

/** How often the way between vendor and operator fails. */
const LOST_REQUEST = 0.08;
const LOST_ANSWER = 0.12;
const DOUBLED_REQUEST = 0.15;

export interface DayOptions {
  readonly books: Books;
  /** The operator's address for callbacks. */
  readonly operatorUrl: string;
  readonly agent: { readonly agentCode: string; readonly secret: string };
  readonly random: Random;
  /** Makes ids of transactions unique among days. */
  readonly prefix: string;
}

export type Day = ReturnType<typeof createDay>;

/** Plays a vendor's rounds through a connection that loses, doubles and repeats requests and answers. */
export function createDay({ books, operatorUrl, agent, random, prefix }: DayOptions) {
  const { profile } = books;
  const callbacks = createCallbacks(profile, operatorUrl, agent);
  const step = stepMillimes(profile);
  const forms = GAME_FORMS.filter((form) => profile.gameTypes[form] !== null);
  let ids = 0;
  const newId = (): string => `${prefix}-${(ids += 1)}`;
  const newRoundId = createRoundIds(profile, newId);
  const amount = (): number => random.between(1, 300) * step;

  const send = ({ transaction }: Entry): Promise<Verdict> =>
    sendCallback(profile, callbacks.transaction(transaction), ANSWER_LIMIT_MS);

  async function sendLossily(entry: Entry): Promise<Verdict['kind']> {
    if (random.chance(LOST_REQUEST)) return 'unknown';
    const copies = random.chance(DOUBLED_REQUEST) ? random.between(2, 3) : 1;
    const verdicts = await Promise.all(Array.from({ length: copies }, () => send(entry)));
    if (random.chance(LOST_ANSWER)) return 'unknown';
    const verdict = verdicts.find(({ kind }) => kind === 'accepted') ?? verdicts[0]!;
    if (verdict.kind === 'refused') entry.word = verdict.word;
    return verdict.kind;
  }

  /** Sends until the outcome is known, or `tries` times. */
  async function ask(entry: Entry, tries: number): Promise<Verdict['kind']> {
    const endsAt = performance.now() + PATIENCE_MS;
    for (let sent = 1; ; sent += 1) {
      const kind = await sendLossily(entry);
      if (kind !== 'unknown') return kind;
      if (sent >= tries || performance.now() > endsAt) return 'unknown';
      await wait(Math.min(SHORT_PAUSE_MS * sent, LONGEST_PAUSE_MS));
    }
  }

  /** Asks for the outcome as the vendor does, and records it. True when the operator has confirmed it. */
  async function record(entry: Entry, tries = profile.tries ?? Infinity): Promise<boolean> {
    const isBet = entry.transaction.betMillimes > 0;
    const kind = await ask(entry, tries);
    const unknownBet = profile.unknownBet === 'void' ? 'void' : 'unconfirmed';
    if (kind === 'unknown') entry.state = isBet ? unknownBet : 'owed';
    else entry.state = kind;
    return kind === 'accepted';
  }

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

  function stake(userCode: string, form: Transaction['form'], roundId = newRoundId()): Entry {
    const gameCode = profile.hasLobby ? String(random.between(1_000, 1_005)) : random.pick(VENDOR.games);
    const type: TransactionType = isOneCall(form) ? 'debit_credit' : 'debit';
    const winMillimes = type === 'debit_credit' ? prize() : 0;
    const amounts = { betMillimes: amount(), winMillimes };
    return move({ userCode, gameCode, form, kind: 'BASE', type, roundId, ...amounts });
  }

  const prize = (): number => (random.chance(0.45) ? amount() : 0);

  /** A flight ends long after its stake. */
  const isOneCall = (form: Transaction['form']): boolean =>
    form !== 'crash' &&
    (profile.spin === 'debit_credit' || (profile.spin === 'either' && random.chance(0.5)));

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
