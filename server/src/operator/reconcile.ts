import { fromMicros } from '@palier/shared/money';
import { createGoldApiAggregator } from '../games/gold-api/operator-client';
import { createPlayerAccounts } from '../games/player-account.repository';
import { userCodeOf } from '../games/port';
import { compareEndedRounds } from '../games/reconciliation/compare-ended-rounds.use-case';
import {
  reconcileRounds,
  type Reconciler,
  type Repair,
  type RepairedRound,
} from '../games/reconciliation/reconcile-rounds.use-case';
import { readConfig } from '../config/config';
import { createLedgerWriter } from '../ledger/writer';
import type { Pool } from '../database/pool';
import { EXIT, UsageError, type ExitCode, type OperatorCall, type OperatorCommand } from './operator-command';
import { silentAnnouncer } from './silent-announcer';

const DESCRIPTIONS: Record<Repair, string> = {
  closed: 'closed without a win',
  paid: 'win paid',
  refunded: 'stake refunded',
  pending: 'pending at the provider',
  unknown: 'unknown to the provider',
  differs: 'LEDGER AND PROVIDER LOG DIFFER',
  unreadable: 'UNREADABLE IN THE PROVIDER LOG',
  unanswered: 'the provider does not answer',
  failed: 'FAILED, to be tried again',
};

const MAX_REASON_LENGTH = 200;

/** Why a call to the provider failed, for operators: the message of the cause, because the error's own message is for players. On one line, cut. */
export function reasonOf(error: Error): string {
  const { cause } = error;
  const reason = cause instanceof Error ? cause.message : error.message;
  return reason.replace(/[\s\p{C}]+/gu, ' ').slice(0, MAX_REASON_LENGTH);
}

/** A sentence on one round, with the values of the provider's log when they differ. */
function describe({ round, repair, line, error }: RepairedRound): string {
  const { openedAt, providerCode, roundId, userId, bet, win } = round;
  const there =
    repair === 'differs' && line !== undefined
      ? `at the provider ${line.state}, stake ${fromMicros(line.bet)}, win ${fromMicros(line.win)}, transactions ${line.debitTransactionId} and ${line.creditTransactionId ?? 'none'}`
      : null;
  const why = error === undefined ? there : reasonOf(error);
  return (
    `${openedAt.toISOString()} ${providerCode} ${roundId} player ${userCodeOf(userId)} stake ${fromMicros(bet)} TND${win === 0n ? '' : `, win ${fromMicros(win)} TND`}: ` +
    `${DESCRIPTIONS[repair]}${why === null ? '' : ` (${why})`}`
  );
}

/**
 * `reconcile` repairs the open rounds older than `--older-than` seconds by the provider's log; with `--ended`, compares the ended
 * rounds of that many hours instead. Prints each round. Exits 1 when rounds are left that people must examine.
 */
export const reconcile: OperatorCommand = {
  forms: ['[--older-than <seconds>]', '--ended <hours>'],
  summary: "settles open rounds by the provider's log, or compares ended rounds with it",
  help: '--older-than is 120 by default. --ended compares the ended rounds of so many hours and pays wins that never arrived.',
  words: [0, 0],
  options: { 'older-than': { type: 'string', default: '120' }, ended: { type: 'string' } },
  database: 'application',
  job: ({ options }) => (options.ended === undefined ? 'reconcile' : 'reconcile_ended'),
  run: ({ pool, options }) => runReconcile(pool, options),
};

export async function runReconcile(
  pool: Pool,
  { 'older-than': olderThanS = '120', ended: hours }: OperatorCall['options'],
): Promise<ExitCode> {
  if (!/^\d{1,9}$/.test(String(olderThanS)))
    throw new UsageError('--older-than is a whole number of seconds.');
  if (hours !== undefined && !/^[1-9]\d{0,3}$/.test(String(hours)))
    throw new UsageError('--ended is a whole number of hours.');
  const reconciler: Reconciler = {
    pool,
    ledger: createLedgerWriter(pool),
    announcer: silentAnnouncer,
    accounts: createPlayerAccounts(pool),
    aggregator: createGoldApiAggregator(readConfig(process.env)),
  };
  return hours === undefined
    ? repairOpenRounds(reconciler, Number(olderThanS) * 1_000)
    : compareRounds(reconciler, Number(hours));
}

const BUSY_SENTENCE = 'Another process is already reconciling rounds: try again.';

async function repairOpenRounds(reconciler: Reconciler, olderThanMs: number): Promise<ExitCode> {
  const repaired = await reconcileRounds(reconciler, { olderThanMs, everyOne: true });
  if (repaired === null) throw new Error(BUSY_SENTENCE);
  const left = printRounds(repaired);
  process.stdout.write(`${repaired.length} open rounds, ${left} to examine.\n`);
  return left === 0 ? EXIT.ok : EXIT.finding;
}

async function compareRounds(reconciler: Reconciler, hours: number): Promise<ExitCode> {
  const comparison = await compareEndedRounds(reconciler, hours);
  if (comparison === null) throw new Error(BUSY_SENTENCE);
  const { compared, repaired, unread } = comparison;
  for (const { userId, error } of unread)
    process.stdout.write(`player ${userCodeOf(userId)}: log not read (${reasonOf(error)})\n`);
  const left = printRounds(repaired) + unread.length;
  process.stdout.write(`${compared} ended rounds, ${left} to examine.\n`);
  return left === 0 ? EXIT.ok : EXIT.finding;
}

/** Prints each round; returns how many people must examine. */
function printRounds(repaired: readonly RepairedRound[]): number {
  for (const one of repaired) process.stdout.write(`${describe(one)}\n`);
  return repaired.filter(({ repair }) =>
    ['differs', 'unreadable', 'unanswered', 'unknown', 'failed'].includes(repair),
  ).length;
}
