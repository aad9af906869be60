import { fromMicros } from '@palier/shared/money';
import { createGoldApiLog } from '../games/gold-api/game-log';
import { createPlayerAccounts } from '../games/player-account.repository';
import { userCodeOf, type LoggedTransaction, type UnreadableTransaction } from '../games/port';
import { compareEndedRounds, isUnanswered } from '../games/reconciliation/compare-ended-rounds.use-case';
import { storeWinsAboveLimits } from '../games/reconciliation/finding.repository';
import {
  reconcileRounds,
  REPAIRS,
  type ReconciliationServices,
  type RepairedRound,
} from '../games/reconciliation/reconcile-rounds.use-case';
import { winLimitsOf, type WinLimits } from '../games/reconciliation/win-limits';
import { readConfig } from '../config/config';
import { createLedgerWriter } from '../ledger/writer';
import { printOpenFindings } from './findings-report';
import { EXIT, UsageError, type ExitCode, type DatabaseCall, type OperatorCommand } from './operator-command';
import { print, reasonOf } from './printed-text';
import { silentAnnouncer } from './silent-announcer';

/** An entry of the log, as operators read it. */
function describeEntry(entry: LoggedTransaction | UnreadableTransaction): string {
  if ('reason' in entry) return `unreadable at the provider: ${entry.reason}`;
  const { isStake, bet, win, vendorId } = entry;
  const stake = isStake ? `stake ${fromMicros(bet)}, ` : '';
  return `at the provider ${stake}win ${fromMicros(win)}, transaction ${vendorId}`;
}

/** A sentence on one round, with the values of the provider's log when they differ. */
function describe({ round, repair, reason, error }: RepairedRound): string {
  const { openedAt, providerCode, roundId, userId, bet, win } = round;
  const why = error === undefined ? reason : reasonOf(error);
  const won = win === 0n ? '' : `, win ${fromMicros(win)} TND`;
  return (
    `${openedAt.toISOString()} ${providerCode} ${roundId} player ${userCodeOf(userId)} ` +
    `stake ${fromMicros(bet)} TND${won}: ` +
    `${REPAIRS[repair]}${why === undefined ? '' : ` (${why})`}`
  );
}

/**
 * `reconcile` repairs the open rounds older than `--older-than` seconds by the provider's log; with
 * `--ended`, compares the ended rounds of that many hours in both directions instead. Prints each round.
 * Exits 1 when rounds are left that people must examine, 3 when the provider did not answer.
 */
export const reconcile = {
  forms: ['[--older-than <seconds>]', '--ended <hours> [--every-player]'],
  summary: "settles open rounds by the provider's log, or compares ended rounds with it",
  help: `--older-than is 120 by default.
--ended compares the ended rounds in which money moved in so many hours, pays wins that never arrived,
and names rounds that only one side has.
--every-player, for after a restore, also reads the logs of players without activity in the ledger.`,
  options: {
    'older-than': { type: 'string', default: '120' },
    ended: { type: 'string' },
    'every-player': { type: 'boolean', default: false },
  },
  database: 'application',
  job: ({ options }) => (options.ended === undefined ? 'reconcile' : 'reconcile_ended'),
  run: runReconcile,
} satisfies OperatorCommand;

async function runReconcile({ pool, options, environment }: DatabaseCall): Promise<ExitCode> {
  const { 'older-than': olderThanS, ended: hours, 'every-player': everyPlayer } = options;
  if (!/^\d{1,9}$/.test(String(olderThanS)))
    throw new UsageError('--older-than is a whole number of seconds.');
  if (hours !== undefined && !/^[1-9]\d{0,3}$/.test(String(hours)))
    throw new UsageError('--ended is a whole number of hours.');
  if (everyPlayer === true && hours === undefined) throw new UsageError('--every-player needs --ended.');
  const config = readConfig(environment);
  const reconciler: ReconciliationServices = {
    pool,
    ledger: createLedgerWriter(pool),
    announcer: silentAnnouncer,
    accounts: createPlayerAccounts(pool),
    logReader: createGoldApiLog(pool, config),
  };
  return hours === undefined
    ? repairOpenRounds(reconciler, Number(olderThanS) * 1_000)
    : compareRounds(reconciler, Number(hours), everyPlayer === true, winLimitsOf(config));
}

const BUSY_SENTENCE = 'Another process is already reconciling rounds: try again.';

async function repairOpenRounds(reconciler: ReconciliationServices, olderThanMs: number): Promise<ExitCode> {
  const repaired = await reconcileRounds(reconciler, { olderThanMs, includesChecked: true });
  if (repaired === null) throw new Error(BUSY_SENTENCE);
  const { toExamine, failed } = printRounds(repaired);
  print(`${repaired.length} open rounds, ${toExamine + failed} to examine.`);
  return exitCodeOf(toExamine, failed);
}

async function compareRounds(
  reconciler: ReconciliationServices,
  hours: number,
  everyPlayer: boolean,
  limits: WinLimits,
): Promise<ExitCode> {
  const comparison = await compareEndedRounds(reconciler, hours, { everyPlayer });
  if (comparison === null) throw new Error(BUSY_SENTENCE);
  const { compared, repaired, lost, lostCount, unread, skipped } = comparison;
  for (const { userId, error } of unread)
    print(`player ${userCodeOf(userId)}: log not read (${reasonOf(error)})`);
  if (skipped > 0) print(`${skipped} more players not compared: the provider does not answer, or too slowly`);
  for (const { userId, entry } of lost)
    print(
      `${entry.providerCode ?? 'no provider'} ${entry.roundId ?? entry.vendorId ?? 'no id'} ` +
        `player ${userCodeOf(userId)}: ` +
        `NOT IN THE LEDGER (${describeEntry(entry)})`,
    );
  if (lostCount > lost.length) print(`${lostCount - lost.length} more transactions: NOT IN THE LEDGER`);
  const { toExamine, failed } = printRounds(repaired);
  await storeWinsAboveLimits(reconciler.pool, limits, hours * 3_600);
  const findings = await printOpenFindings(reconciler.pool, limits.timeZone);
  const unanswered = unread.filter(({ error }) => isUnanswered(error)).length;
  const left = toExamine + lostCount + findings + unread.length - unanswered;
  print(`${compared} ended rounds, ${left + failed + unanswered + skipped} to examine.`);
  return exitCodeOf(left, failed + unanswered + skipped);
}

/**
 * A finding is reported before work that could not be done: a repeated command may do the work, people must
 * examine the finding.
 */
function exitCodeOf(toExamine: number, undone: number): ExitCode {
  if (toExamine > 0) return EXIT.finding;
  return undone > 0 ? EXIT.failed : EXIT.ok;
}

/** Prints each round; returns how many rounds need a person, and how many were not read or repaired. */
function printRounds(repaired: readonly RepairedRound[]): { toExamine: number; failed: number } {
  let [toExamine, failed] = [0, 0];
  for (const one of repaired) {
    const { repair, error } = one;
    print(describe(one));
    if (repair === 'failed' || (repair === 'unanswered' && error !== undefined && isUnanswered(error)))
      failed += 1;
    else if (['differs', 'unreadable', 'unanswered', 'unknown'].includes(repair)) toExamine += 1;
  }
  return { toExamine, failed };
}
