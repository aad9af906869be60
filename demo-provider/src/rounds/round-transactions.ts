import type { Round } from '../store/records.js';
import type { GameForm, Profile } from '../vendor/profile.js';
import type { Transaction } from '../vendor/transaction.js';

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

type Movement = Pick<
  Transaction,
  'kind' | 'type' | 'roundId' | 'id' | 'betId' | 'betMillimes' | 'winMillimes'
>;

const movementOf: Record<Step, (round: Round) => Movement> = {
  debit: ({ roundId, debitTxnId, stakeMillimes, winMillimes, isOneCall = false }) => ({
    kind: 'BASE',
    type: isOneCall ? 'debit_credit' : 'debit',
    roundId,
    id: debitTxnId,
    betId: debitTxnId,
    betMillimes: stakeMillimes,
    winMillimes: isOneCall ? winMillimes : 0,
  }),
  credit: ({ roundId, debitTxnId, creditTxnId, winMillimes }) => ({
    kind: 'BASE',
    type: 'credit',
    roundId,
    id: creditTxnId,
    betId: debitTxnId,
    betMillimes: 0,
    winMillimes,
  }),
  free: ({ roundId, free }) => {
    const id = free?.txnId ?? '';
    return {
      kind: 'FREE',
      type: free !== undefined && free.roundId !== roundId ? 'debit_credit' : 'credit',
      roundId: free?.roundId ?? roundId,
      id,
      // A bet and its win may share an id; the win of its free spins is another transaction.
      betId: id,
      betMillimes: 0,
      winMillimes: free?.winMillimes ?? 0,
    };
  },
};

/** One of a round's transactions as the profile records it. */
export function transactionOf(profile: Profile, round: Round, step: Step): Transaction {
  const { userCode, providerCode, gameCode, sessionKey, createdAt, balance, balanceBefore } = round;
  return {
    userCode,
    providerCode,
    gameCode: profile.hasLobby ? tableOf(gameCode) : gameCode,
    form: formOf(profile, round.flight !== undefined),
    ...movementOf[step](round),
    session: sessionKey,
    createdAt,
    balanceBefore: balance ?? balanceBefore,
    balanceAfter: balance,
  };
}
