import * as z from 'zod/mini';
import type { GameTransaction, StakeRollback } from '../settle-game-transaction.use-case';
import { readVendorAmount, type MoneyUnit } from './money-unit';

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
const gameTypeSchema = z.enum(['slot', 'live']);

/**
 * Reads a callback; null when it is not one. Vendors add fields of their own, which are ignored.
 * @param method `user_balance`, `transaction` or `rollback`, from the body or from the path.
 */
export function readCall(
  dialect: Dialect,
  method: unknown,
  body: unknown,
  unit: MoneyUnit,
): WalletCall | null {
  const user = userSchema.safeParse(body);
  if (!user.success) return null;
  const userCode = user.data.user_code;
  if (method === 'user_balance') return { kind: 'balance', userCode };
  const game = dialect === 'iii' ? body : gameObjectOf(body as Record<string, unknown>);
  if (method === 'transaction') {
    const transaction = readTransaction(dialect, game, unit);
    return transaction === null ? null : { kind: 'transaction', userCode, transaction };
  }
  if (method !== 'rollback') return null;
  const rollback = rollbackSchema.safeParse(game);
  if (!rollback.success) return null;
  return {
    kind: 'rollback',
    userCode,
    rollback: { ...namesOf(rollback.data), stakeTransactionId: rollback.data.ref_txn_id },
  };
}

/** The object named by game_type. */
function gameObjectOf(body: Record<string, unknown>): unknown {
  const gameType = gameTypeSchema.safeParse(body.game_type);
  return gameType.success ? body[gameType.data] : undefined;
}

const namesOf = (game: z.infer<typeof rollbackSchema> | z.infer<typeof transactionSchema>) => ({
  providerCode: game.provider_code,
  gameCode: game.game_code,
  roundId: game.round_id,
  transactionId: game.txn_id,
});

function readTransaction(dialect: Dialect, game: unknown, unit: MoneyUnit): GameTransaction | null {
  const parsed = transactionSchema.safeParse(game);
  if (!parsed.success) return null;
  const { txn_type: type, ...fields } = parsed.data;
  // (i) says bet_money, (ii) says bet; flat vendors say one or the other.
  const saysMoney =
    dialect === 'i' || (dialect === 'iii' && fields.bet === undefined && fields.win === undefined);
  const [bet, win] = saysMoney ? [fields.bet_money, fields.win_money] : [fields.bet, fields.win];
  // Only what the type names counts, but rubbish beside it is rubbish all the same.
  const betMicros = readVendorAmount(type === 'credit' ? (bet ?? 0) : bet, unit);
  const winMicros = readVendorAmount(type === 'debit' ? (win ?? 0) : win, unit);
  if (betMicros === null || winMicros === null) return null;
  return {
    ...namesOf(parsed.data),
    bet: type === 'credit' ? 0n : betMicros,
    win: type === 'debit' ? 0n : winMicros,
    settlesRound: type !== 'debit',
  };
}
