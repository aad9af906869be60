import { toDecimal } from '../money.js';
import { createCallbacks, type CallbackRequest } from '../vendor/callback.js';
import type { Profile } from '../vendor/profile.js';
import { sendCallback } from '../vendor/send.js';
import type { Transaction } from '../vendor/transaction.js';

interface WalletSettings {
  profile: Profile;
  agentCode: string;
  secret: string;
  operatorCallbackUrl: string;
  timeoutMs?: number | undefined;
}

/** `unknown`: no answer, or an answer that leaves open whether the money moved. */
export type WalletAnswer =
  | { kind: 'accepted'; balance?: number }
  | { kind: 'refused'; reason: string; balance?: number }
  | { kind: 'unknown'; reason: string };

export type OperatorWallet = ReturnType<typeof createOperatorWallet>;

/**
 * A client of the operator's seamless wallet, which speaks as the profile does. Balances are decimal dinars.
 */
export function createOperatorWallet({ profile, operatorCallbackUrl, timeoutMs, ...agent }: WalletSettings) {
  const callbacks = createCallbacks(profile, operatorCallbackUrl, agent);

  async function call(request: CallbackRequest): Promise<WalletAnswer> {
    const { kind, word: reason, balance } = await sendCallback(profile, request, timeoutMs);
    if (kind === 'unknown') return { kind, reason };
    const known = Number.isNaN(balance) ? {} : { balance: toDecimal(balance) };
    return kind === 'accepted' ? { kind, ...known } : { kind, reason, ...known };
  }

  return {
    readBalance: (userCode: string): Promise<WalletAnswer> => call(callbacks.balance(userCode)),
    send: (transaction: Transaction): Promise<WalletAnswer> => call(callbacks.transaction(transaction)),
  };
}
