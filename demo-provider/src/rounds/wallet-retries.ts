import { setTimeout as wait } from 'node:timers/promises';
import type { Round } from '../store/records.js';
import type { OperatorWallet, WalletAnswer } from '../wallet/operator-wallet.js';

/** Calls the operator's wallet until it has decided about a stake or a win. */
export interface WalletRetries {
  /** Returns the round with its stake accepted, or refused and the round settled. */
  takeStake(round: Round): Promise<Round>;
  /** Returns the round settled with its win paid. A refusal is retried too, because the win is owed. */
  payWin(round: Round): Promise<Round>;
}

export interface WalletRetryOptions {
  readonly wallet: OperatorWallet;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** Rejects every pending retry. */
  readonly stopping: AbortSignal;
  readonly onRetry?: ((round: Round, step: 'debit' | 'credit', reason: string) => void) | undefined;
}

export function createWalletRetries(options: WalletRetryOptions): WalletRetries {
  const { wallet, firstRetryMs, longestRetryMs, stopping } = options;

  /** Repeats the same transaction id with growing pauses until the answer is final. */
  async function callUntilFinal(
    round: Round,
    step: 'debit' | 'credit',
    isFinal: (answer: WalletAnswer) => boolean,
  ): Promise<WalletAnswer> {
    for (let delayMs = firstRetryMs; ; delayMs = Math.min(delayMs * 2, longestRetryMs)) {
      const answer = await wallet[step](round);
      if (isFinal(answer)) return answer;
      options.onRetry?.(round, step, 'reason' in answer ? answer.reason : '');
      await wait(delayMs, undefined, { signal: stopping });
    }
  }

  return {
    async takeStake(round) {
      const answer = await callUntilFinal(round, 'debit', ({ kind }) => kind !== 'unknown');
      const answered = { ...round, ...balanceOf(answer) };
      return answer.kind === 'refused'
        ? { ...answered, debit: 'refused', refusal: answer.reason, settledAt: new Date().toISOString() }
        : { ...answered, debit: 'accepted' };
    },
    async payWin(round) {
      const answer = await callUntilFinal(round, 'credit', ({ kind }) => kind === 'accepted');
      return { ...round, ...balanceOf(answer), credit: 'accepted', settledAt: new Date().toISOString() };
    },
  };
}

const balanceOf = (answer: WalletAnswer): { balance?: number } =>
  'balance' in answer && answer.balance !== undefined ? { balance: answer.balance } : {};
