import type { Verdict } from '@palier/demo-provider/vendor/answer';
import { createCallbacks, type CallbackRequest } from '@palier/demo-provider/vendor/callback';
import type { GameForm, Profile } from '@palier/demo-provider/vendor/profile';
import { sendCallback } from '@palier/demo-provider/vendor/send';
import type { Transaction } from '@palier/demo-provider/vendor/transaction';

export type { Verdict };

/** One callback to an operator, independent of the vendor. Amounts in thousandths. */
export interface Callback {
  readonly userCode: string;
  readonly providerCode: string;
  readonly gameCode: string;
  readonly roundId: string;
  readonly txnId: string;
  /** The bet that a win belongs to; absent for a bet. */
  readonly betId?: string;
  readonly type: 'debit' | 'credit' | 'debit_credit';
  readonly bet: number;
  readonly win: number;
  /** Default: the first kind of game that the vendor has. */
  readonly form?: GameForm;
  readonly isFree?: boolean;
}

export interface Agent {
  readonly code: string;
  readonly secret: string;
}

export interface OperatorOptions {
  readonly url: string;
  readonly profile: Profile;
  readonly agent: Agent;
  /** Default: how long the vendor waits. */
  readonly timeoutMs?: number;
}

/** A request whose parts a check may replace; a text as body is sent as it is. */
export type AlteredRequest = Omit<CallbackRequest, 'body'> & { readonly body: unknown };

export type Operator = ReturnType<typeof createOperator>;

/** A wrong balance, sent in each callback: an operator that uses this balance fails the checks. */
const FALSE_BALANCE = 123_456.78;

/** An operator's wallet, as seen by a vendor. */
export function createOperator({ url, profile, agent, timeoutMs }: OperatorOptions) {
  const callbacks = createCallbacks(profile, url, { agentCode: agent.code, secret: agent.secret });
  let sent = 0;
  let slowestMs = 0;

  async function post(request: AlteredRequest): Promise<Verdict> {
    sent += 1;
    const startedAt = performance.now();
    try {
      return await sendCallback(profile, request, timeoutMs);
    } finally {
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
  }

  const write = (callback: Callback): CallbackRequest =>
    callbacks.transaction(toTransaction(profile, callback));

  /** The family has no rollback: it is written as a transaction that names a stake (docs/providers.md). */
  function writeRollback(callback: Callback, rollbackId: string): CallbackRequest {
    const { address, headers, body } = write({ ...callback, txnId: rollbackId, betId: rollbackId });
    const named = { ref_txn_id: callback.txnId };
    const type = body.game_type;
    const game =
      typeof type === 'string' ? { [type]: { ...(body[type] as object), ...named } } : { ...named };
    const method = profile.dialect === 'ii' ? {} : { method: 'rollback' };
    return {
      address: profile.dialect === 'ii' ? address.replace(/[^/]*$/, 'rollback') : address,
      headers,
      body: { ...body, ...game, ...method },
    };
  }

  return {
    balance: (userCode: string) => post(callbacks.balance(userCode)),
    send: (callback: Callback) => post(write(callback)),
    rollBack: (callback: Callback, rollbackId: string) => post(writeRollback(callback, rollbackId)),
    sendAltered: (callback: Callback, alter: (request: CallbackRequest) => AlteredRequest) =>
      post(alter(structuredClone(write(callback)))),
    /** Requests sent so far. */
    get sent() {
      return sent;
    },
    /** The slowest answer so far, in milliseconds. */
    get slowestMs() {
      return slowestMs;
    },
  };
}

export const firstForm = ({ gameTypes }: Profile): GameForm => (gameTypes.slot === null ? 'live' : 'slot');

function toTransaction(profile: Profile, callback: Callback): Transaction {
  const { userCode, providerCode, gameCode, roundId, txnId, betId = txnId, type, bet, win } = callback;
  return {
    userCode,
    providerCode,
    gameCode,
    form: callback.form ?? firstForm(profile),
    kind: callback.isFree === true ? 'FREE' : 'BASE',
    type,
    roundId,
    id: txnId,
    betId,
    betMillimes: bet,
    winMillimes: win,
    createdAt: new Date().toISOString(),
    balanceBefore: FALSE_BALANCE,
    balanceAfter: FALSE_BALANCE,
  };
}
