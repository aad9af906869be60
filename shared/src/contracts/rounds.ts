/**
 * One round of a game. Not a singleton: pages import the types only, so the schemas stay out of the first
 * load.
 */
import * as z from 'zod/mini';

/**
 * One movement of a round, or a transaction of the provider that moved no money: a stake of 0 (a free spin)
 * has the kind BET, others NONE. `amount`, in TND, is what the movement added to the player's balance, below
 * zero for a stake.
 */
const roundStepSchema = z.object({
  transactionId: z.string(),
  date: z.string(),
  kind: z.string(),
  amount: z.number(),
  /** The number of the transfer and the balance after it. */
  number: z.nullable(z.number()),
  balanceAfter: z.nullable(z.number()),
  /** The pot of a prize. */
  tier: z.nullable(z.string()),
  /** An operator, not the provider, ended the round by this step. */
  isByOperator: z.boolean(),
});
export type RoundStep = z.infer<typeof roundStepSchema>;

/**
 * Response of GET /casino/round/{number}, with the number of any movement of the round (decision 0052);
 * amounts in TND, dates local.
 */
export const roundSchema = z.object({
  providerCode: z.string(),
  /** The provider's id of the round. */
  roundId: z.string(),
  gameCode: z.string(),
  /** Null for a game that the aggregator never listed. */
  gameTitle: z.nullable(z.string()),
  state: z.enum(['OPEN', 'SETTLED', 'ROLLED_BACK']),
  player: z.object({ id: z.number(), username: z.string() }),
  /** All stakes, also those that were returned. */
  stake: z.number(),
  returned: z.number(),
  wins: z.number(),
  jackpotPrizes: z.number(),
  /** wins + jackpotPrizes + returned − stake */
  net: z.number(),
  /** Given by the provider to the jackpots, at no cost to the player. */
  jackpotContributions: z.number(),
  balanceBefore: z.number(),
  balanceAfter: z.number(),
  /** In order of time. */
  steps: z.array(roundStepSchema),
  /** False: the round has earlier steps that are not listed and not in the sums. */
  isComplete: z.boolean(),
});
export type Round = z.infer<typeof roundSchema>;

/**
 * One of the caller's own rounds; `number` is the number of its newest movement. `stake` has all stakes,
 * also those that were returned; `result` is what the round has added to the balance. Both leave out the
 * earlier steps of a round that is not complete.
 */
const roundSummarySchema = z.object({
  number: z.number(),
  /** When the round was opened. */
  date: z.string(),
  providerCode: z.string(),
  gameCode: z.string(),
  gameTitle: z.nullable(z.string()),
  roundId: z.string(),
  state: z.enum(['OPEN', 'SETTLED', 'ROLLED_BACK']),
  stake: z.number(),
  result: z.number(),
  jackpotPrizes: z.number(),
  isComplete: z.boolean(),
});
export type RoundSummary = z.infer<typeof roundSummarySchema>;

/** Response of GET /casino/rounds; `before` asks for the next page, null on the last one. */
export const roundListSchema = z.object({
  rounds: z.array(roundSummarySchema),
  before: z.nullable(z.number()),
});
export type RoundList = z.infer<typeof roundListSchema>;
