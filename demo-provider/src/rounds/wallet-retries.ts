import { setTimeout as wait } from 'node:timers/promises';
import type { Round } from '../store/records.js';
import type { OperatorWallet, WalletAnswer } from '../wallet/operator-wallet.js';

/** Takes stakes and pays wins at the operator's wallet, asking until it answers. */
export interface WalletRetries {
  /** The round as the operator's answer leaves it: the stake accepted, or refused and the round over. */
  takeStake(round: Round): Promise<Round>;
  /** The round once its win is paid. A win is owed whatever the operator says, so even a refusal is asked again. */
  payWin(round: Round): Promise<Round>;
}

export interface WalletRetryOptions {
  readonly wallet: OperatorWallet;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** Ends all waiting: what waits then throws. */
  readonly stopping: AbortSignal;
  readonly onRetry?: ((round: Round, step: 'debit' | 'credit', reason: string) => void) | undefined;
}

export function createWalletRetries(options: WalletRetryOptions): WalletRetries {
  const { wallet, firstRetryMs, longestRetryMs, stopping } = options;

  /** Asks again with the same transaction id, ever more slowly, until the operator's answer settles the matter. */
  async function askUntilAnswered(
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
      const answer = await askUntilAnswered(round, 'debit', ({ kind }) => kind !== 'unknown');
      const answered = { ...round, ...balanceOf(answer) };
      return answer.kind === 'refused'
        ? { ...answered, debit: 'refused', refusal: answer.reason, settledAt: new Date().toISOString() }
        : { ...answered, debit: 'accepted' };
    },
    async payWin(round) {
      const answer = await askUntilAnswered(round, 'credit', ({ kind }) => kind === 'accepted');
      return { ...round, ...balanceOf(answer), credit: 'accepted', settledAt: new Date().toISOString() };
    },
  };
}

const balanceOf = (answer: WalletAnswer): { balance?: number } =>
  'balance' in answer && answer.balance !== undefined ? { balance: answer.balance } : {};
