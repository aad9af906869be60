import type { Round } from '../store/records.js';
import type { GameForm, Profile } from '../vendor/profile.js';
import type { Transaction, TransactionType } from '../vendor/transaction.js';

/** The transactions of a round, in the order in which they are sent. */
export const STEPS = ['debit', 'credit', 'free'] as const;
export type Step = (typeof STEPS)[number];

/** The kind of game that the vendor calls it; a vendor of live games calls every game one. */
export const formOf = ({ gameTypes }: Profile, isCrash: boolean): GameForm => {
  const form = isCrash ? 'crash' : 'slot';
  return gameTypes[form] === null ? 'live' : form;
};

/** Tables of a lobby have numbers, other than the game that was opened. */
const tableOf = (gameCode: string): string =>
  String([...gameCode].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9000, 7) + 1000);

/** One of a round's transactions as the profile records it. */
export function transactionOf(profile: Profile, round: Round, step: Step): Transaction {
  const { free, isOneCall = false } = round;
  const isOwnRound = step === 'free' && free !== undefined && free.roundId !== round.roundId;
  const typeOfDebit: TransactionType = isOneCall ? 'debit_credit' : 'debit';
  const own = {
    debit: {
      type: typeOfDebit,
      id: round.debitTxnId,
      betMillimes: round.stakeMillimes,
      winMillimes: isOneCall ? round.winMillimes : 0,
    },
    credit: { type: 'credit', id: round.creditTxnId, betMillimes: 0, winMillimes: round.winMillimes },
    free: {
      type: isOwnRound ? 'debit_credit' : 'credit',
      id: free?.txnId ?? '',
      betMillimes: 0,
      winMillimes: free?.winMillimes ?? 0,
    },
  } satisfies Record<Step, Pick<Transaction, 'type' | 'id' | 'betMillimes' | 'winMillimes'>>;
  const { userCode, providerCode, gameCode, sessionKey, createdAt, balance, balanceBefore } = round;
  return {
    userCode,
    providerCode,
    gameCode: profile.hasLobby ? tableOf(gameCode) : gameCode,
    form: formOf(profile, round.flight !== undefined),
    kind: step === 'free' ? 'FREE' : 'BASE',
    roundId: isOwnRound ? free.roundId : round.roundId,
    // A bet and its win may share an id; the win of its free spins is another transaction.
    betId: step === 'free' ? (free?.txnId ?? '') : round.debitTxnId,
    session: sessionKey,
    createdAt,
    balanceBefore: balance ?? balanceBefore,
    balanceAfter: balance,
    ...own[step],
  };
}
