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

/** Thousandths in the dialect's unit; part of a cent stays a fraction, which the operator must refuse. */
const toUnit = (thousandths: number, unit: Unit): number =>
  unit === 'decimal' ? thousandths / 1000 : thousandths / 10;

/** A balance in thousandths; NaN when `amount` is not a number. */
export const fromUnit = (amount: unknown, unit: Unit): number =>
  typeof amount === 'number' ? Math.round(amount * (unit === 'decimal' ? 1000 : 10)) : NaN;

/** A wrong balance, sent in each callback: an operator that uses this balance fails the checks. */
const FALSE_BALANCE = 123_456.78;

/**
 * One dialect of the gold_api family (docs/providers.md): with one URL and the method in the body, or (`ii`) with a URL for each
 * method; with the game's fields in a nested object, or (`iii`) beside the others.
 */
export function createDialect(name: DialectName, { code, secret }: Agent, unit: Unit) {
  const call = (method: keyof typeof PATHS, fields: object): DialectRequest => ({
    path: name === 'ii' ? PATHS[method] : '',
    body: { ...(name === 'ii' ? {} : { method }), agent_code: code, agent_secret: secret, ...fields },
  });
  const written = (callback: Callback, fields: object): object => {
    const game = {
      provider_code: callback.providerCode,
      game_code: callback.gameCode,
      round_id: callback.roundId,
      type: 'BASE',
      ...fields,
    };
    return {
      user_code: callback.userCode,
      user_balance: FALSE_BALANCE,
      ...(name === 'iii' ? game : { game_type: 'slot', slot: game }),
    };
  };
  const amountsOf = (callback: Callback): object => {
    const [bet, win] = [toUnit(callback.bet, unit), toUnit(callback.win, unit)];
    if (name !== 'ii') return { bet_money: bet, win_money: win };
    const balances = { user_before_balance: FALSE_BALANCE, user_after_balance: FALSE_BALANCE };
    return { bet, win, ...balances, created_at: new Date().toISOString() };
  };
  return {
    balance: (userCode: string) => call('user_balance', { user_code: userCode }),
    transaction: (callback: Callback) =>
      call(
        'transaction',
        written(callback, { ...amountsOf(callback), txn_id: callback.txnId, txn_type: callback.type }),
      ),
    rollback: (callback: Callback, rollbackId: string) =>
      call('rollback', written(callback, { txn_id: rollbackId, ref_txn_id: callback.txnId })),
  };
}

const PATHS = { user_balance: '/user_balance', transaction: '/game_callback', rollback: '/rollback' };
