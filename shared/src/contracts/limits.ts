/**
 * Limits on money and the protection of players. Not a singleton: pages import the types only, so the schemas
 * stay out of the first load.
 */
import * as z from 'zod/mini';
import { hasAtMostDecimals, MAX_WIRE_AMOUNT } from '../money';
import { userSchema } from './users';

const limitSchema = z.number().check(
  z.gte(0, 'Le montant ne peut pas être négatif.'),
  z.lte(MAX_WIRE_AMOUNT, 'Le montant est trop grand.'),
  z.refine(
    (amount) => hasAtMostDecimals(amount, 3),
    'Le montant doit être un nombre valide, avec trois décimales au plus.',
  ),
);
const positiveLimitSchema = limitSchema.check(z.gt(0, 'Le montant doit être supérieur à zéro.'));

/** Limits of an agent; TND, null: no such limit. Body of POST /user/sub-account/{id}/limits. */
export const agentLimitsSchema = z.strictObject({
  perMovement: z.nullable(positiveLimitSchema),
  perDay: z.nullable(positiveLimitSchema),
  /** The agent's own balance never falls below it by what the agent gives. */
  leastBalance: z.nullable(positiveLimitSchema),
  /** A larger movement that the agent orders needs a fresh proof (decision 0109). */
  proofAbove: z.nullable(positiveLimitSchema),
});
export type AgentLimits = z.infer<typeof agentLimitsSchema>;

/** Response of both calls of /user/sub-account/{id}/limits. */
export const subAccountLimitsSchema = z.object({
  username: z.string(),
  own: agentLimitsSchema,
  /** Set by the operator for the role, `proofAbove` for the account; the stricter one of both holds. */
  ofRole: agentLimitsSchema,
});
export type SubAccountLimits = z.infer<typeof subAccountLimitsSchema>;

/**
 * What limits a deposit to the account; absent fields do not. In GET /user/sub-account/{id}, where a limit of
 * the caller or the account exists.
 */
export const depositLimitsSchema = z.object({
  perMovement: z.optional(z.number()),
  /** What the caller may still give today. */
  leftToday: z.optional(z.number()),
  leastBalance: z.optional(z.number()),
  /** What the player may still receive by the player's own limits. */
  leftToReceive: z.optional(z.number()),
  /** The player has stopped, and until when, as a local date-time. */
  stopped: z.optional(z.enum(['paused', 'excluded'])),
  stoppedUntil: z.optional(z.string()),
});
export type DepositLimits = z.infer<typeof depositLimitsSchema>;

/** Response of GET /user/sub-account/{id}. */
export const subAccountSchema = z.extend(userSchema, { deposit: z.optional(depositLimitsSchema) });

export const LIMIT_KINDS = ['received', 'lost', 'staked'] as const;
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
const kindSchema = z.enum(LIMIT_KINDS, 'Le genre de limite est invalide.');
const periodSchema = z.enum(LIMIT_PERIODS, 'La période est invalide.');
export type LimitKind = (typeof LIMIT_KINDS)[number];
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** Body of POST /user/protection/limits; null removes the limit. */
export const ownLimitSchema = z.strictObject({
  kind: kindSchema,
  period: periodSchema,
  amount: z.nullable(limitSchema),
});
/** Body of POST /user/protection/limits/confirm. */
export const confirmLimitSchema = z.strictObject({ kind: kindSchema, period: periodSchema });

const PAUSE_HOURS = { least: 24, most: 42 * 24 };
const EXCLUSION_MONTHS = { least: 6, most: 60 };
/** Body of POST /user/protection/pause. */
export const pauseSchema = z.strictObject({
  hours: z
    .int('La durée est invalide.')
    .check(
      z.gte(PAUSE_HOURS.least, 'Une pause dure au moins 24 heures.'),
      z.lte(PAUSE_HOURS.most, 'Une pause dure au plus 6 semaines.'),
    ),
});
/** Body of POST /user/protection/exclusion. */
export const exclusionSchema = z.strictObject({
  months: z
    .int('La durée est invalide.')
    .check(
      z.gte(EXCLUSION_MONTHS.least, 'Une exclusion dure au moins 6 mois.'),
      z.lte(EXCLUSION_MONTHS.most, 'Une exclusion dure au plus 5 ans.'),
    ),
});

/** One limit of a player with what is used of it; TND, dates local. */
const playerLimitSchema = z.object({
  kind: kindSchema,
  period: periodSchema,
  amount: z.number(),
  used: z.number(),
  /** A higher limit that was asked for; `amount` null: none. It may be confirmed from `from` on. */
  asked: z.nullable(
    z.object({ amount: z.nullable(z.number()), from: z.string(), isConfirmable: z.boolean() }),
  ),
});
export type PlayerLimit = z.infer<typeof playerLimitSchema>;

/** Response of every call of /user/protection. */
export const protectionSchema = z.object({
  limits: z.array(playerLimitSchema),
  /** Local date-times; null: none runs. */
  pausedUntil: z.nullable(z.string()),
  excludedUntil: z.nullable(z.string()),
});
export type Protection = z.infer<typeof protectionSchema>;
