/** One callback to an operator, independent of the dialect. Amounts in thousandths. */
export interface Callback {
  readonly userCode: string;
  readonly providerCode: string;
  readonly gameCode: string;
  readonly roundId: string;
  readonly txnId: string;
  readonly type: 'debit' | 'credit' | 'debit_credit';
  readonly bet: number;
  readonly win: number;
}

export type DialectName = 'i' | 'ii' | 'iii';
export type Unit = 'decimal' | 'cents';

export interface Agent {
  readonly code: string;
  readonly secret: string;
}

/** A request in a dialect: path after the operator's URL, and body. */
export interface DialectRequest {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** One dialect of the gold_api family (docs/providers.md). */
export interface Dialect {
  balance(agent: Agent, userCode: string): DialectRequest;
  transaction(agent: Agent, callback: Callback, unit: Unit): DialectRequest;
  rollback(agent: Agent, callback: Callback, rollbackId: string): DialectRequest;
}

/** Thousandths in the dialect's unit; part of a cent stays a fraction, which the operator must refuse. */
const toUnit = (thousandths: number, unit: Unit): number =>
  unit === 'decimal' ? thousandths / 1000 : thousandths / 10;

/** A balance in thousandths; NaN when `amount` is not a number. */
export const fromUnit = (amount: unknown, unit: Unit): number =>
  typeof amount === 'number' ? Math.round(amount * (unit === 'decimal' ? 1000 : 10)) : NaN;

const credentials = ({ code, secret }: Agent) => ({ agent_code: code, agent_secret: secret });
const names = (callback: Callback) => ({
  provider_code: callback.providerCode,
  game_code: callback.gameCode,
  round_id: callback.roundId,
  type: 'BASE',
});
/** A wrong balance, sent in each callback: an operator that uses this balance fails the checks. */
const FALSE_BALANCE = 123_456.78;

/** A callback's body with the game's fields in a nested object; `flat` has these fields beside the others. */
const nested = (callback: Callback, game: object): object => ({
  user_code: callback.userCode,
  user_balance: FALSE_BALANCE,
  game_type: 'slot',
  slot: { ...names(callback), ...game },
});
const flat = (callback: Callback, game: object): object => ({
  user_code: callback.userCode,
  user_balance: FALSE_BALANCE,
  ...names(callback),
  ...game,
});

/** A dialect with one URL, whose bodies name the method. */
function byMethod(written: (callback: Callback, game: object) => object): Dialect {
  const call = (method: string, agent: Agent, fields: object): DialectRequest => ({
    path: '',
    body: { method, ...credentials(agent), ...fields },
  });
  return {
    balance: (agent, userCode) => call('user_balance', agent, { user_code: userCode }),
    transaction: (agent, callback, unit) =>
      call(
        'transaction',
        agent,
        written(callback, {
          bet_money: toUnit(callback.bet, unit),
          win_money: toUnit(callback.win, unit),
          txn_id: callback.txnId,
          txn_type: callback.type,
        }),
      ),
    rollback: (agent, callback, rollbackId) =>
      call('rollback', agent, written(callback, { txn_id: rollbackId, ref_txn_id: callback.txnId })),
  };
}

export const DIALECTS: Record<DialectName, Dialect> = {
  i: byMethod(nested),
  ii: {
    balance: (agent, userCode) => ({
      path: '/user_balance',
      body: { ...credentials(agent), user_code: userCode },
    }),
    transaction: (agent, callback, unit) => ({
      path: '/game_callback',
      body: {
        ...credentials(agent),
        ...nested(callback, {
          bet: toUnit(callback.bet, unit),
          win: toUnit(callback.win, unit),
          txn_id: callback.txnId,
          txn_type: callback.type,
          user_before_balance: FALSE_BALANCE,
          user_after_balance: FALSE_BALANCE,
          created_at: new Date().toISOString(),
        }),
      },
    }),
    rollback: (agent, callback, rollbackId) => ({
      path: '/rollback',
      body: {
        ...credentials(agent),
        ...nested(callback, { txn_id: rollbackId, ref_txn_id: callback.txnId }),
      },
    }),
  },
  iii: byMethod(flat),
};
