import * as z from 'zod/mini';
import type { MoneyUnit, MovementIdRule } from '../../config/config';
import type { GameTransaction, StakeRollback } from '../apply-game-movement.use-case';
import { readVendorAmount } from './money-unit';
import { movementIdsOf, winIdOf } from './movement-id';

/**
 * The family's dialects (docs/providers.md): i one address and an object, ii a path for each method, iii flat
 * fields.
 */
export type Dialect = 'i' | 'ii' | 'iii';

/** A parsed callback of any dialect. */
export interface WalletCall {
  readonly userCode: string;
  /** Null: the callback asks for the balance. */
  readonly movement: GameTransaction | StakeRollback | null;
}

/** What was agreed on with the vendor. */
export interface CallRules {
  readonly unit: MoneyUnit;
  readonly movementId: MovementIdRule;
  /** In micro-dinars; 0: a win without a stake in its round is refused. */
  readonly freeWinLimit: bigint;
}

/**
 * A code that callbacks contain. Also checked in catalogues: a game with another code could be opened but not
 * played.
 */
export const word = z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[\x21-\x7e]+$/));
/** A text or, with some vendors, a number, which must be exact. */
const identifier = z.pipe(z.union([word, z.int()]), z.transform(String));

const providerCode = z.string().check(z.regex(/^[\w.-]{1,32}$/));
/** In callbacks and in the round log; some vendors write it in capitals. */
export const transactionType = z.pipe(
  z.unknown(),
  z.pipe(
    z.transform((type: unknown) => (typeof type === 'string' ? type.toLowerCase() : type)),
    z.enum(['debit', 'credit', 'debit_credit']),
  ),
);
const transactionSchema = z.object({
  provider_code: providerCode,
  game_code: identifier,
  round_id: z.optional(identifier),
  txn_id: identifier,
  txn_id_v2: z.optional(identifier),
  txn_type: transactionType,
  ref_txn_id: z.optional(identifier),
  type: z.optional(z.unknown()),
  bet: z.optional(z.unknown()),
  win: z.optional(z.unknown()),
  bet_money: z.optional(z.unknown()),
  win_money: z.optional(z.unknown()),
});
type Transaction = z.infer<typeof transactionSchema>;
const rollbackSchema = z.object({
  provider_code: providerCode,
  game_code: z.optional(identifier),
  round_id: z.optional(identifier),
  txn_id: identifier,
  ref_txn_id: identifier,
});
const FIELDS = Object.keys(transactionSchema.shape);
/** Some vendors write codes of players in capitals; ours have none. */
const userSchema = z.object({
  user_code: z.pipe(
    word,
    z.transform((code: string) => code.toLowerCase()),
  ),
});

/** Thrown for an invalid callback; the message names the invalid fields, for the vendor's developers. */
export class UnreadableCallback extends Error {}

const METHODS = ['user_balance', 'transaction', 'rollback'] as const;
export type Method = (typeof METHODS)[number];
export const isMethod = (name: unknown): name is Method => METHODS.some((method) => method === name);

/**
 * Parses a callback; throws UnreadableCallback for an invalid one. Further fields of vendors are ignored.
 * @param method From the body or from the path.
 */
export function readCall(
  { dialect, method }: { readonly dialect: Dialect; readonly method: unknown },
  body: unknown,
  rules: CallRules,
): WalletCall {
  const { user_code: userCode } = parse(userSchema, body, []);
  if (method === 'user_balance') return { userCode, movement: null };
  if (!isMethod(method)) throw unreadable(['method']);
  const { fields, place } = gameFieldsOf(dialect, body);
  if (method === 'transaction') {
    const transaction = parse(transactionSchema, fields, place);
    return { userCode, movement: toMovement(transaction, { dialect, place, rules }) };
  }
  const names = parse(rollbackSchema, fields, place);
  const movement: StakeRollback = {
    kind: 'ROLLBACK',
    providerCode: names.provider_code,
    gameCode: names.game_code ?? '',
    roundId: names.round_id ?? null,
    // Some vendors cancel a stake under its own id. Ids of vendors contain no space.
    transactionId: names.txn_id === names.ref_txn_id ? `${names.txn_id} rollback` : names.txn_id,
    stakeTransactionId: names.ref_txn_id,
    otherTransactionId:
      rules.movementId === 'txn_id' ? undefined : winIdOf(names.ref_txn_id, rules.movementId),
  };
  return { userCode, movement };
}

/**
 * The object of a callback that describes the game; null when there is none. Its name is that of the game
 * type.
 */
export function gameObjectOf(body: unknown): Fields | null {
  const call = recordOf(body);
  const type = typeof call.game_type === 'string' ? call.game_type : 'slot';
  const ownRecord = (name: string): Fields | null =>
    Object.hasOwn(call, name) && isRecord(call[name]) ? call[name] : null;
  return (
    ownRecord(type) ??
    ownRecord(type.toLowerCase()) ??
    ownRecord(type.toUpperCase()) ??
    ownRecord('slot') ??
    ownRecord('live')
  );
}

type Fields = Readonly<Record<string, unknown>>;
type Place = readonly string[];

/**
 * The fields of a game, from its object and, as some vendors send them, from beside it; those that are null
 * or an empty text are left out. `place` is the path of the object, for error messages.
 */
function gameFieldsOf(dialect: Dialect, body: unknown): { fields: Fields; place: Place } {
  const call = recordOf(body);
  const object = dialect === 'iii' ? null : gameObjectOf(body);
  const gameType = typeof call.game_type === 'string' ? call.game_type : 'game_type';
  if (dialect !== 'iii' && object === null && !isGiven(call.txn_id)) throw unreadable([gameType]);
  const fields: Record<string, unknown> = {};
  for (const name of FIELDS) {
    const value = isGiven(object?.[name]) ? object?.[name] : call[name];
    if (isGiven(value)) fields[name] = value;
  }
  return { fields, place: object === null ? [] : [gameType] };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const unreadable = (fields: readonly string[]): UnreadableCallback =>
  new UnreadableCallback(`missing or not understood: ${fields.join(', ')}`);

/** Parses a part of a body; `place` is its path, for the error message. */
function parse<Parsed>(schema: z.ZodMiniType<Parsed>, part: unknown, place: Place): Parsed {
  const parsed = schema.safeParse(part);
  if (parsed.success) return parsed.data;
  throw unreadable([...new Set(parsed.error.issues.map(({ path }) => [...place, ...path].join('.')))]);
}

/**
 * Words for wins that no stake of their round has bought, such as FREE and JACKPOT. The documents close no
 * list of them.
 */
const FREE = /free|bonus|promo|jackpot|tourn|gift|reward|campaign/i;

function toMovement(
  { txn_type: type, ...names }: Transaction,
  { dialect, place, rules }: { dialect: Dialect; place: Place; rules: CallRules },
): GameTransaction {
  // Dialect (i) has bet_money, (ii) bet; vendors of the flat dialect use either. The figure that the type
  // does not name may be anything.
  const amountOf = (figure: 'bet' | 'win'): bigint => {
    const withMoney = `${figure}_money` as const;
    const given = dialect === 'i' ? (names[withMoney] ?? names[figure]) : (names[figure] ?? names[withMoney]);
    const micros = readVendorAmount(given, rules.unit);
    const name = dialect === 'i' ? withMoney : figure;
    if (micros === null) throw unreadable([`${[...place, name].join('.')} (no amount in ${rules.unit})`]);
    return micros;
  };
  const roundId = names.round_id ?? (type === 'debit' ? undefined : names.ref_txn_id);
  const isFree = roundId === undefined || FREE.test(textOf(names.type) ?? '');
  // A lost free spin has no stake and no win.
  const limitWithoutType = type === 'debit_credit' ? 0n : undefined;
  const { transactionId, otherTransactionId } = movementIdsOf({ ...names, txn_type: type }, rules.movementId);
  return {
    kind: 'GAME',
    providerCode: names.provider_code,
    gameCode: names.game_code,
    roundId: roundId ?? names.txn_id,
    transactionId,
    otherTransactionId: type === 'credit' ? (otherTransactionId ?? undefined) : undefined,
    stakeTransactionId: type === 'debit' ? undefined : names.ref_txn_id,
    freeWinLimit: isFree && type !== 'debit' ? rules.freeWinLimit : limitWithoutType,
    bet: type === 'credit' ? 0n : amountOf('bet'),
    win: type === 'debit' ? 0n : amountOf('win'),
    settles: type !== 'debit',
  };
}

const MAX_NAME_LENGTH = 128;

/**
 * The player, round and transaction that a callback's body names. Only the log keeps them for refused
 * callbacks, and beside the caller's address.
 */
export function loggedIdsIn(body: unknown): object {
  const call = recordOf(body);
  const game = gameObjectOf(body);
  const read = (name: string): string | undefined =>
    textOf(isGiven(game?.[name]) ? game?.[name] : call[name]);
  return {
    player: textOf(call.user_code),
    round: read('round_id'),
    transaction: read('txn_id'),
    secondTransaction: read('txn_id_v2'),
    type: read('txn_type'),
  };
}

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const recordOf = (value: unknown): Fields => (isRecord(value) ? value : {});

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).slice(0, MAX_NAME_LENGTH)
    : undefined;
