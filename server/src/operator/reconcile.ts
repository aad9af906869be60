import { parseArgs } from 'node:util';
import { fromMicros } from '@palier/shared/money';
import { createGoldApiAggregator } from '../games/gold-api/operator-client';
import { createPlayerAccounts } from '../games/player-accounts';
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
import { noSockets } from './silent-announcer';

const WORDS: Record<Repair, string> = {
  closed: 'close, sans gain',
  paid: 'gain payé',
  refunded: 'mise rendue',
  pending: 'en cours chez le fournisseur',
  unknown: 'inconnue du fournisseur',
  differs: 'LES DEUX LIVRES DIFFÈRENT',
  unreadable: 'LIGNE ILLISIBLE AU JOURNAL DU FOURNISSEUR',
  unanswered: 'le fournisseur ne répond pas',
  failed: 'ÉCHEC, à réessayer',
};

const LONGEST_REASON = 200;

/** For who mends it: the aggregator's own word or what could not be read, where the error's sentence is a player's. Nothing of it may steer a terminal. */
export function reasonOf(error: Error): string {
  const { cause } = error;
  const said = cause instanceof Error ? cause.message : error.message;
  return said.replace(/[\s\p{C}]+/gu, ' ').slice(0, LONGEST_REASON);
}

/** What the two books differ in stands beside it, as the other one has it. */
function told({ round, repair, line, error }: RepairedRound): string {
  const { openedAt, providerCode, roundId, userId, bet, win } = round;
  const there =
    repair === 'differs' && line !== undefined
      ? `chez le fournisseur ${line.state}, mise ${fromMicros(line.bet)}, gain ${fromMicros(line.win)}, transactions ${line.debitTransactionId} et ${line.creditTransactionId ?? 'aucune'}`
      : null;
  const why = error === undefined ? there : reasonOf(error);
  return (
    `${openedAt.toISOString()} ${providerCode} ${roundId} joueur ${userCodeOf(userId)} mise ${fromMicros(bet)} TND${win === 0n ? '' : `, gain ${fromMicros(win)} TND`} : ` +
    `${WORDS[repair]}${why === null ? '' : ` (${why})`}`
  );
}

/**
 * Repairs every open round older than `--older-than` seconds by the provider's log, and says what became of each; with `--ended`,
 * compares the rounds that began in so many hours and have ended instead. Answers 1 when some are left that people must look at.
 */
export async function runReconcile(pool: Pool, words: string[]): Promise<number> {
  const { values } = parseArgs({
    args: words,
    options: { 'older-than': { type: 'string', default: '120' }, ended: { type: 'string' } },
  });
  const { 'older-than': olderThanS, ended: hours } = values;
  if (!/^\d{1,9}$/.test(olderThanS)) throw new Error('--older-than est un nombre entier de secondes.');
  if (hours !== undefined && !/^[1-9]\d{0,3}$/.test(hours))
    throw new Error("--ended est un nombre entier d'heures.");
  const reconciler: Reconciler = {
    pool,
    ledger: createLedgerWriter(pool),
    announcer: noSockets,
    accounts: createPlayerAccounts(pool),
    aggregator: createGoldApiAggregator(readConfig(process.env)),
  };
  return hours === undefined
    ? repairOpenRounds(reconciler, Number(olderThanS) * 1_000)
    : compareRounds(reconciler, Number(hours));
}

const BUSY = 'Un autre processus rapproche déjà les manches : réessayez.';

async function repairOpenRounds(reconciler: Reconciler, olderThanMs: number): Promise<number> {
  const repaired = await reconcileRounds(reconciler, { olderThanMs, everyOne: true });
  if (repaired === null) throw new Error(BUSY);
  const left = tell(repaired);
  process.stdout.write(`${repaired.length} manches ouvertes, ${left} à examiner.\n`);
  return left === 0 ? 0 : 1;
}

async function compareRounds(reconciler: Reconciler, hours: number): Promise<number> {
  const comparison = await compareEndedRounds(reconciler, hours);
  if (comparison === null) throw new Error(BUSY);
  const { compared, repaired, unread } = comparison;
  for (const { userId, error } of unread)
    process.stdout.write(`joueur ${userCodeOf(userId)} : journal non lu (${reasonOf(error)})\n`);
  const left = tell(repaired) + unread.length;
  process.stdout.write(`${compared} manches terminées, ${left} à examiner.\n`);
  return left === 0 ? 0 : 1;
}

/** Says what became of each; how many of them people must look at. */
function tell(repaired: readonly RepairedRound[]): number {
  for (const one of repaired) process.stdout.write(`${told(one)}\n`);
  return repaired.filter(({ repair }) =>
    ['differs', 'unreadable', 'unanswered', 'unknown', 'failed'].includes(repair),
  ).length;
}
