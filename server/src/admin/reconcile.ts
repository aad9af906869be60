import { parseArgs } from 'node:util';
import { fromMicros } from '@palier/shared/money';
import { createGoldApiAggregator } from '../aggregator/gold-api/operator-client';
import { createPlayerAccounts } from '../aggregator/player-accounts';
import { userCodeOf } from '../aggregator/port';
import {
  reconcileRounds,
  type Repair,
  type RepairedRound,
} from '../aggregator/reconciliation/reconcile-rounds.use-case';
import { readConfig } from '../config';
import { createLedgerWriter } from '../ledger/writer';
import type { Pool } from '../database/pool';
import { noSockets } from './no-sockets';

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
  const { openedAt, providerCode, roundId, userId, bet } = round;
  const there =
    repair === 'differs' && line !== undefined
      ? `chez le fournisseur ${line.state}, mise ${fromMicros(line.bet)}, gain ${fromMicros(line.win)}, transactions ${line.debitTransactionId} et ${line.creditTransactionId ?? 'aucune'}`
      : null;
  const why = error === undefined ? there : reasonOf(error);
  return (
    `${openedAt.toISOString()} ${providerCode} ${roundId} joueur ${userCodeOf(userId)} mise ${fromMicros(bet)} TND : ` +
    `${WORDS[repair]}${why === null ? '' : ` (${why})`}`
  );
}

/**
 * Repairs every open round older than `--older-than` seconds by the provider's log, and says what became of each.
 * Answers 1 when some are left that people must look at.
 */
export async function runReconcile(pool: Pool, words: string[]): Promise<number> {
  const { values } = parseArgs({
    args: words,
    options: { 'older-than': { type: 'string', default: '120' } },
  });
  const olderThanS = Number(values['older-than']);
  if (!/^\d{1,9}$/.test(values['older-than']))
    throw new Error('--older-than est un nombre entier de secondes.');
  const repaired = await reconcileRounds(
    {
      pool,
      ledger: createLedgerWriter(pool),
      announcer: noSockets,
      accounts: createPlayerAccounts(pool),
      aggregator: createGoldApiAggregator(readConfig(process.env)),
    },
    { olderThanMs: olderThanS * 1_000, everyOne: true },
  );
  if (repaired === null) throw new Error('Un autre processus rapproche déjà les manches : réessayez.');
  for (const one of repaired) process.stdout.write(`${told(one)}\n`);
  const left = repaired.filter(({ repair }) =>
    ['differs', 'unreadable', 'unanswered', 'unknown', 'failed'].includes(repair),
  ).length;
  process.stdout.write(`${repaired.length} manches ouvertes, ${left} à examiner.\n`);
  return left === 0 ? 0 : 1;
}
