import * as z from 'zod/mini';
import type { MoneyUnit } from '../../config/config';
import type { GameTransaction, StakeRollback } from '../apply-game-movement.use-case';
import { readVendorAmount } from './money-unit';

/** The family's dialects (docs/providers.md): i one address and an object, ii a path for each method, iii flat fields. */
export type Dialect = 'i' | 'ii' | 'iii';

/** A parsed callback of any dialect. */
export interface WalletCall {
  readonly userCode: string;
  /** Null: the callback asks for the balance. */
  readonly movement: GameTransaction | StakeRollback | null;
}

/** A code that callbacks contain. Also checked in catalogues: a game with another code could be opened but not played. */
export const word = z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[\x21-\x7e]+$/));
/** A text or, with some vendors, a number, which must be exact. */
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

/** Thrown for an invalid callback; the message names the invalid fields, for the vendor's developers. */
export class UnreadableCallback extends Error {}

/**
 * Parses a callback; throws UnreadableCallback for an invalid one. Further fields of vendors are ignored.
 * @param method `user_balance`, `transaction` or `rollback`, from the body or from the path.
 */
export function readCall(dialect: Dialect, method: unknown, body: unknown, unit: MoneyUnit): WalletCall {
  const { user_code: userCode } = fieldsOf(userSchema, body, []);
  if (method === 'user_balance') return { userCode, movement: null };
  if (method !== 'transaction' && method !== 'rollback') throw unreadable(['method']);
  const object = dialect === 'iii' ? null : fieldsOf(gameTypeSchema, body, []).game_type;
  const game = object === null ? body : (body as Record<string, unknown>)[object];
  const place = object === null ? [] : [object];
  if (method === 'transaction') return { userCode, movement: readTransaction(dialect, game, place, unit) };
  const { ref_txn_id: stakeTransactionId, ...names } = fieldsOf(rollbackSchema, game, place);
  return { userCode, movement: { kind: 'ROLLBACK', ...namesOf(names), stakeTransactionId } };
}

type Place = readonly string[];

const unreadable = (fields: readonly string[]): UnreadableCallback =>
  new UnreadableCallback(`missing or not understood: ${fields.join(', ')}`);

/** Parses a part of a body; `place` is its path, for the error message. */
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
  // Dialect (i) uses bet_money, (ii) bet; vendors of the flat dialect use either.
  const usesMoneyFields =
    dialect === 'i' || (dialect === 'iii' && fields.bet === undefined && fields.win === undefined);
  const [betField, winField] = usesMoneyFields
    ? (['bet_money', 'win_money'] as const)
    : (['bet', 'win'] as const);
  // Only the amounts of the transaction's type count, but an amount that does not count must be valid too.
  const amountOf = (field: keyof typeof fields, counts: boolean): bigint => {
    const given = fields[field];
    const micros = readVendorAmount(counts ? given : (given ?? 0), unit);
    if (micros === null) throw unreadable([`${[...place, field].join('.')} (no amount in ${unit})`]);
    return counts ? micros : 0n;
  };
  return {
    kind: 'GAME',
    ...namesOf(fields),
    bet: amountOf(betField, type !== 'credit'),
    win: amountOf(winField, type !== 'debit'),
    settles: type !== 'debit',
  };
}

const MAX_NAME_LENGTH = 128;

/** The player, round and transaction that a callback's body names. Only the log keeps them for refused callbacks, and beside the caller's address. */
export function loggedIdsIn(body: unknown): object {
  const call = recordOf(body);
  const game = recordOf(call.slot ?? call.live ?? body);
  return { player: short(call.user_code), round: short(game.round_id), transaction: short(game.txn_id) };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const short = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).slice(0, MAX_NAME_LENGTH)
    : undefined;
