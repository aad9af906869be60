import * as z from 'zod/mini';
import type { MoneyUnit } from '../../config/config';
import type { GameTransaction, StakeRollback } from '../settle-game-transaction.use-case';
import { readVendorAmount } from './money-unit';

/** The family's dialects (docs/providers.md): one address with an object, one path a method, flat fields. */
export type Dialect = 'i' | 'ii' | 'iii';

/** A callback, whatever the dialect it came in. */
export type WalletCall =
  | { readonly kind: 'balance'; readonly userCode: string }
  | { readonly kind: 'transaction'; readonly userCode: string; readonly transaction: GameTransaction }
  | { readonly kind: 'rollback'; readonly userCode: string; readonly rollback: StakeRollback };

/** A name that comes back in callbacks: a game whose code is none could be opened and never played. */
export const word = z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[\x21-\x7e]+$/));
/** Some vendors number their transactions; a number too large to be told from its neighbour is refused. */
const identifier = z.pipe(z.union([word, z.number().check(z.int(), z.gte(0))]), z.transform(String));

const roundFields = {
  provider_code: z.string().check(z.regex(/^[A-Z0-9_]{1,32}$/)),
  game_code: word,
  round_id: identifier,
  txn_id: identifier,
};
const transactionSchema = z.object({
  ...roundFields,
  txn_type: z.enum(['debit', 'credit', 'debit_credit']),
  bet: z.optional(z.unknown()),
  win: z.optional(z.unknown()),
  bet_money: z.optional(z.unknown()),
  win_money: z.optional(z.unknown()),
});
const rollbackSchema = z.object({ ...roundFields, ref_txn_id: identifier });
const userSchema = z.object({ user_code: word });
const gameTypeSchema = z.object({ game_type: z.enum(['slot', 'live']) });

/** A callback that is none; the message names the fields at fault, for whoever wrote it. */
export class UnreadableCallback extends Error {}

/**
 * Reads a callback; throws UnreadableCallback when it is not one. Vendors add fields of their own, which are ignored.
 * @param method `user_balance`, `transaction` or `rollback`, from the body or from the path.
 */
export function readCall(dialect: Dialect, method: unknown, body: unknown, unit: MoneyUnit): WalletCall {
  const { user_code: userCode } = fieldsOf(userSchema, body, []);
  if (method === 'user_balance') return { kind: 'balance', userCode };
  if (method !== 'transaction' && method !== 'rollback') throw unreadable(['method']);
  const object = dialect === 'iii' ? null : fieldsOf(gameTypeSchema, body, []).game_type;
  const game = object === null ? body : (body as Record<string, unknown>)[object];
  const place = object === null ? [] : [object];
  if (method === 'transaction')
    return { kind: 'transaction', userCode, transaction: readTransaction(dialect, game, place, unit) };
  const { ref_txn_id: stakeTransactionId, ...names } = fieldsOf(rollbackSchema, game, place);
  return { kind: 'rollback', userCode, rollback: { ...namesOf(names), stakeTransactionId } };
}

type Place = readonly string[];

const unreadable = (fields: readonly string[]): UnreadableCallback =>
  new UnreadableCallback(`missing or not understood: ${fields.join(', ')}`);

/** What stands at `place` of a body, as `schema` has it. */
function fieldsOf<Fields>(schema: z.ZodMiniType<Fields>, part: unknown, place: Place): Fields {
  const parsed = schema.safeParse(part);
  if (parsed.success) return parsed.data;
  throw unreadable([...new Set(parsed.error.issues.map(({ path }) => [...place, ...path].join('.')))]);
}

const namesOf = (game: z.infer<z.ZodMiniObject<typeof roundFields>>) => ({
  providerCode: game.provider_code,
  gameCode: game.game_code,
  roundId: game.round_id,
  transactionId: game.txn_id,
});

function readTransaction(dialect: Dialect, game: unknown, place: Place, unit: MoneyUnit): GameTransaction {
  const { txn_type: type, ...fields } = fieldsOf(transactionSchema, game, place);
  // (i) says bet_money, (ii) says bet; flat vendors say one or the other.
  const saysMoney =
    dialect === 'i' || (dialect === 'iii' && fields.bet === undefined && fields.win === undefined);
  const [betField, winField] = saysMoney ? (['bet_money', 'win_money'] as const) : (['bet', 'win'] as const);
  // Only what the type names counts, but rubbish beside it is rubbish all the same.
  const amountOf = (field: keyof typeof fields, counts: boolean): bigint => {
    const given = fields[field];
    const micros = readVendorAmount(counts ? given : (given ?? 0), unit);
    if (micros === null) throw unreadable([`${[...place, field].join('.')} (no amount in ${unit})`]);
    return counts ? micros : 0n;
  };
  return {
    ...namesOf(fields),
    bet: amountOf(betField, type !== 'credit'),
    win: amountOf(winField, type !== 'debit'),
    settlesRound: type !== 'debit',
  };
}

const LONGEST_NAME = 128;

/** A caller's names for its player, round and transaction, as far as a body has any: accepted ones are in the books, refused ones need not be. */
export function namesIn(body: unknown): object {
  const call = recordOf(body);
  const game = { ...call, ...recordOf(call.slot ?? call.live) };
  return { player: short(call.user_code), round: short(game.round_id), transaction: short(game.txn_id) };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const short = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, LONGEST_NAME) : undefined;
