import { stepMillimes } from '@palier/demo-provider/vendor/amount';
import type { Profile } from '@palier/demo-provider/vendor/profile';
import type { Random } from '@palier/test-support/random';
import type { Callback, Operator, Verdict } from '../operator';

export interface CheckContext {
  readonly operator: Operator;
  readonly random: Random;
  /** The vendor that is played. */
  readonly profile: Profile;
  readonly userCode: string;
  /** Another player with the game open; undefined when only one player was given. */
  readonly otherUserCode: string | undefined;
  readonly providerCode: string;
  readonly gameCode: string;
  /** An id that no other run has used. */
  readonly newId: () => string;
  readonly newRoundId: () => string;
  /** Whether the operator offers the rollback of docs/providers.md, which gold_api itself lacks. */
  readonly hasRollback: boolean;
}

/** One rule of an operator. */
export interface Check {
  readonly name: string;
  /** The required change of the player's balance in thousandths. */
  readonly change: number;
  readonly isSkipped?: (context: CheckContext) => boolean;
  /** Returns a message for each violation. */
  readonly run: (context: CheckContext) => Promise<string[]>;
}

export async function balanceOf({ operator, userCode }: CheckContext): Promise<number> {
  const { kind, balance, word } = await operator.balance(userCode);
  if (kind !== 'accepted' || Number.isNaN(balance)) throw new Error(`user_balance of ${userCode}: ${word}`);
  return balance;
}

export function callbackOf(
  { userCode, providerCode, gameCode, newId, newRoundId }: CheckContext,
  fields: Partial<Callback> & Pick<Callback, 'type'>,
): Callback {
  return {
    userCode,
    providerCode,
    gameCode,
    roundId: newRoundId(),
    txnId: newId(),
    bet: 0,
    win: 0,
    ...fields,
  };
}

export const betOf = (context: CheckContext, bet: number): Callback =>
  callbackOf(context, { type: 'debit', bet });

/** A win of a bet's round, with a new id. */
export const winOf = ({ newId }: Pick<CheckContext, 'newId'>, bet: Callback, win: number): Callback => ({
  ...bet,
  txnId: newId(),
  betId: bet.betId ?? bet.txnId,
  type: 'credit',
  bet: 0,
  win,
});

/** The smallest amount that the vendor sends, in thousandths. */
export const stepOf = ({ profile }: CheckContext): number => stepMillimes(profile);

/** Sends each callback once the one before is answered; returns the verdicts in the same order. */
export async function sendInTurn(
  { operator }: CheckContext,
  ...callbacks: readonly Callback[]
): Promise<Verdict[]> {
  const answers: Verdict[] = [];
  for (const callback of callbacks) answers.push(await operator.send(callback));
  return answers;
}

/** Runs a check; an exception is a violation. */
export async function runCheck({ change, run }: Check, context: CheckContext): Promise<string[]> {
  try {
    const before = await balanceOf(context);
    const faults = await run(context);
    const found = (await balanceOf(context)) - before;
    return [
      ...faults,
      ...unless(found === change, `the balance changed by ${found}/1000, not ${change}/1000`),
    ];
  } catch (error) {
    return [String(error)];
  }
}

export const isAcceptedOrDuplicate = ({ kind, word }: Verdict): boolean =>
  kind === 'accepted' || word === 'DUPLICATED_REQUEST';
export const isAccepted = ({ kind }: Verdict): boolean => kind === 'accepted';
export const isNotAccepted = ({ kind }: Verdict): boolean => kind !== 'accepted';
export const isRefused = ({ kind }: Verdict): boolean => kind === 'refused';

export const unless = (isGood: boolean, sentence: string): string[] => (isGood ? [] : [sentence]);
/** A violation with all answers, unless each is as required. */
export const unlessAll = (answers: readonly Verdict[], isGood: (answer: Verdict) => boolean): string[] =>
  unless(answers.every(isGood), `answers: ${[...new Set(answers.map(({ word }) => word))].join(', ')}`);
