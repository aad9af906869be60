import { hasAtMostDecimals } from '@palier/shared/money';
import * as z from 'zod/mini';

/** An amount a provider sent: TND, zero or more, at most 3 decimals; anything else is refused, never rounded. */
const amount = z.number().check(
  z.gte(0),
  z.refine((value) => hasAtMostDecimals(value, 3)),
);
const word = z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[\x21-\x7e]+$/));

const gameSchema = z.object({
  provider_code: z.string().check(z.regex(/^[A-Z0-9_]{1,32}$/)),
  game_code: word,
  round_id: z.pipe(z.union([word, z.number().check(z.int())]), z.transform(String)),
  type: z.optional(z.string()),
  bet_money: amount,
  win_money: amount,
  txn_id: z.pipe(z.union([word, z.number().check(z.int())]), z.transform(String)),
  txn_type: z.enum(['debit', 'credit', 'debit_credit']),
});
export type GoldApiGame = z.infer<typeof gameSchema>;

/** Who calls, before anything else is believed. Vendors add fields of their own, which are ignored. */
export const callerSchema = z.object({ agent_code: z.string(), agent_secret: z.string() });
export const balanceCallSchema = z.object({ method: z.literal('user_balance'), user_code: z.string() });
export const transactionCallSchema = z.union([
  z.object({
    method: z.literal('transaction'),
    user_code: z.string(),
    game_type: z.literal('slot'),
    slot: gameSchema,
  }),
  z.object({
    method: z.literal('transaction'),
    user_code: z.string(),
    game_type: z.literal('live'),
    live: gameSchema,
  }),
]);
