import * as z from 'zod/mini';
import type { Config } from '../../config/config';
import type { LoggedTransaction, UnreadableTransaction } from '../port';
import { transactionType, word } from './callback.schemas';
import { describeIssue } from './describe-issue';
import { readVendorAmount } from './money-unit';
import { movementIdsOf } from './movement-id';

const MAX_REASON = 200;
/** The limit of ids. */
const MAX_IDENTIFIER = 128;
/** Types whose bets are decided within the round. A bet on sport is decided when its match is over. */
const DECIDED_AT_ONCE: readonly string[] = ['slot', 'live', 'MN'];

/** Texts that some vendors write where there is no second id. */
export const ABSENT: readonly unknown[] = [undefined, null, '', 0];

const identifier = z.pipe(z.union([word, z.int()]), z.transform(String));
const optionalIdentifier = z.pipe(
  z.transform((value: unknown) => (ABSENT.includes(value) ? undefined : value)),
  z.optional(identifier),
);
const entrySchema = z.object({
  provider_code: identifier,
  game_code: optionalIdentifier,
  user_code: optionalIdentifier,
  round_id: optionalIdentifier,
  history_id: optionalIdentifier,
  created_at: z.optional(z.unknown()),
  txn_id: identifier,
  txn_id_v2: optionalIdentifier,
  txn_type: transactionType,
  bet_money: z.optional(z.unknown()),
  win_money: z.optional(z.unknown()),
});
type Entry = z.infer<typeof entrySchema>;
export type RawEntry = Readonly<Record<string, unknown>>;

/** The settings by which an entry is read. */
export type LogSettings = Pick<Config, 'PROVIDER_MONEY_UNIT' | 'PROVIDER_MOVEMENT_ID'>;

/** The transaction of an entry, or why it cannot be read. `place` names the entry in that sentence. */
export function readEntry(
  raw: RawEntry,
  place: string,
  gameType: string,
  settings: LogSettings,
): Omit<LoggedTransaction, 'entryKey'> | UnreadableTransaction {
  const parsed = entrySchema.safeParse(raw);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => describeIssue(raw, issue));
    return unreadableOf(raw, `${place}: ${faults.join(', ')}`);
  }
  const entry = parsed.data;
  const amounts = amountsOf(entry, settings);
  if (typeof amounts === 'string') return unreadableOf(raw, `${place}: ${amounts}`);
  const { transactionId, otherTransactionId } = movementIdsOf(entry, settings.PROVIDER_MOVEMENT_ID);
  return {
    providerCode: entry.provider_code,
    gameCode: entry.game_code ?? null,
    roundId: entry.round_id ?? null,
    vendorId: entry.txn_id,
    transactionId,
    otherTransactionId,
    historyId: entry.history_id ?? null,
    loggedAt: typeof entry.created_at === 'string' ? entry.created_at : null,
    // As in the ledger: a free spin in a round of its own is a debit_credit without a bet.
    isStake: entry.txn_type === 'debit' || amounts.bet > 0n,
    isDecidedAtOnce: DECIDED_AT_ONCE.includes(gameType),
    ...amounts,
  };
}

/**
 * The amounts that count for the type, or a sentence on the field that is no amount. The other figure may be
 * anything.
 */
function amountsOf(
  { txn_type: type, bet_money: betMoney, win_money: winMoney }: Entry,
  { PROVIDER_MONEY_UNIT: unit }: LogSettings,
): { bet: bigint; win: bigint } | string {
  const bet = type === 'credit' ? 0n : readVendorAmount(betMoney, unit);
  if (bet === null) return `bet_money ${JSON.stringify(betMoney)} is no amount in ${unit}`;
  const win = type === 'debit' ? 0n : readVendorAmount(winMoney, unit);
  if (win === null) return `win_money ${JSON.stringify(winMoney)} is no amount in ${unit}`;
  return { bet, win };
}

function unreadableOf(raw: RawEntry, reason: string): UnreadableTransaction {
  const textOf = (value: unknown): string | null =>
    (typeof value === 'string' && value.length <= MAX_IDENTIFIER) || typeof value === 'number'
      ? String(value)
      : null;
  return {
    providerCode: textOf(raw.provider_code),
    roundId: textOf(raw.round_id),
    vendorId: textOf(raw.txn_id),
    reason: reason.slice(0, MAX_REASON),
  };
}

/**
 * The key of an entry. Its own number is not enough: some vendors give the stake and the win of a bet one
 * number, and each game provider numbers of its own. Equal entries without a number are told apart by their
 * place among each other.
 */
export function makeEntryKey(
  equals: Map<string, number>,
  entry: Omit<LoggedTransaction, 'entryKey'>,
): string {
  const { providerCode, transactionId, isStake, bet, win, historyId, loggedAt } = entry;
  const key = [providerCode, transactionId, isStake, bet, win, historyId ?? loggedAt].join(' ');
  if (historyId !== null) return key;
  const place = (equals.get(key) ?? 0) + 1;
  equals.set(key, place);
  return `${key} ${place}`;
}
