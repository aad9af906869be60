import type { Random } from '@palier/faults/random';
import type { Callback, Unit } from '../dialects';
import type { Operator, Verdict } from '../operator';

export interface CheckContext {
  readonly operator: Operator;
  readonly random: Random;
  readonly unit: Unit;
  readonly userCode: string;
  /** Another player with the game open; undefined when only one player was given. */
  readonly otherUserCode: string | undefined;
  readonly providerCode: string;
  readonly gameCode: string;
  /** An id that no other run has used. */
  readonly newId: () => string;
  /** Whether the operator offers the rollback of docs/providers.md, which gold_api itself lacks. */
  readonly hasRollback: boolean;
}

/** One rule of an operator; `run` returns a message for each violation. */
export interface Check {
  readonly name: string;
  readonly isSkipped?: (context: CheckContext) => boolean;
  readonly run: (context: CheckContext) => Promise<string[]>;
}

export async function balanceOf({ operator, userCode }: CheckContext): Promise<number> {
  const { kind, balance, word } = await operator.balance(userCode);
  if (kind !== 'accepted' || Number.isNaN(balance)) throw new Error(`user_balance of ${userCode}: ${word}`);
  return balance;
}

export function callbackOf(
  { userCode, providerCode, gameCode, newId }: CheckContext,
  fields: Partial<Callback> & Pick<Callback, 'type'>,
): Callback {
  return { userCode, providerCode, gameCode, roundId: newId(), txnId: newId(), bet: 0, win: 0, ...fields };
}

/** A win of a bet's round, with a new id. */
export const winOf = ({ newId }: Pick<CheckContext, 'newId'>, bet: Callback, win: number): Callback => ({
  ...bet,
  txnId: newId(),
  type: 'credit',
  bet: 0,
  win,
});

/** Requires that `act` changes the player's balance by `expected` thousandths. */
export async function expectChange(
  context: CheckContext,
  expected: number,
  act: () => Promise<string[]>,
): Promise<string[]> {
  const before = await balanceOf(context);
  const faults = await act();
  const changed = (await balanceOf(context)) - before;
  return changed === expected
    ? faults
    : [...faults, `the balance changed by ${changed}/1000, not ${expected}/1000`];
}

export const isTaken = ({ kind, word }: Verdict): boolean =>
  kind === 'accepted' || word === 'DUPLICATED_REQUEST';
export const unless = (isGood: boolean, sentence: string): string[] => (isGood ? [] : [sentence]);
export const saying = (verdicts: readonly Verdict[]): string =>
  [...new Set(verdicts.map(({ word }) => word))].join(', ');
