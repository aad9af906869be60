import type { FreeWin, Round } from '../store/records.js';
import type { Profile } from '../vendor/profile.js';
import type { OperatorWallet, WalletAnswer } from '../wallet/operator-wallet.js';
import type { Retry } from './retry.js';
import { transactionOf, type Step } from './round-transactions.js';

export interface OperatorCallsOptions {
  wallet: OperatorWallet;
  profile: Profile;
  retry: Retry;
  onRetry?: ((round: Round, step: Step, reason: string) => void) | undefined;
}

export type OperatorCalls = ReturnType<typeof createOperatorCalls>;

const balanceOf = (answer: WalletAnswer): { balance?: number } =>
  'balance' in answer && answer.balance !== undefined ? { balance: answer.balance } : {};

const settledUnless = (isOwed: boolean): { settledAt?: string } =>
  isOwed ? {} : { settledAt: new Date().toISOString() };

/** A round's calls to the operator. Each returns the round with the answer; none saves it. */
export function createOperatorCalls({ wallet, profile, retry, onRetry }: OperatorCallsOptions) {
  /**
   * Sends the same transaction until the operator's answer is final, or, with `tries`, until it was sent so
   * often.
   */
  function callUntilFinal(
    round: Round,
    step: Step,
    isFinal: (answer: WalletAnswer) => boolean,
    tries = Infinity,
  ): Promise<WalletAnswer> {
    let sent = 0;
    return retry(async () => {
      const answer = await wallet.send(transactionOf(profile, round, step));
      sent += 1;
      if (isFinal(answer) || sent >= tries) return answer;
      onRetry?.(round, step, 'reason' in answer ? answer.reason : '');
      return undefined;
    });
  }

  return {
    /** The round with its stake accepted, or void: refused, or not answered by a vendor's last try. */
    async takeStake(round: Round): Promise<Round> {
      const tries = profile.unknownBet === 'void' ? (profile.tries ?? Infinity) : Infinity;
      const answer = await callUntilFinal(round, 'debit', ({ kind }) => kind !== 'unknown', tries);
      const answered = { ...round, ...balanceOf(answer) };
      if (answer.kind === 'accepted') return { ...answered, debit: 'accepted' };
      const { stops: _stops, free: _free, ...undrawn } = answered;
      const settledAt = new Date().toISOString();
      return {
        ...undrawn,
        winMillimes: 0,
        credit: 'none',
        debit: 'refused',
        refusal: answer.reason,
        settledAt,
      };
    },

    /** The round with its win paid. A refused call is sent again too, because the win is owed. */
    async payWin(round: Round): Promise<Round> {
      const answer = await callUntilFinal(round, 'credit', ({ kind }) => kind === 'accepted');
      return {
        ...round,
        ...balanceOf(answer),
        credit: 'accepted',
        ...settledUnless(round.free !== undefined),
      };
    },

    /**
     * The round with the win of its free spins paid. An operator may refuse a win of a round that has no
     * stake.
     */
    async payFreeWin(round: Round, free: FreeWin): Promise<Round> {
      const isOwnRound = free.roundId !== round.roundId;
      const answer = await callUntilFinal(
        round,
        'free',
        ({ kind }) => kind === 'accepted' || (isOwnRound && kind === 'refused'),
      );
      const state = answer.kind === 'accepted' ? 'accepted' : 'refused';
      return { ...round, ...balanceOf(answer), free: { ...free, state }, ...settledUnless(false) };
    },
  };
}
