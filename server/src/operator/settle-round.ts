import { fromMicros } from '@palier/shared/money';
import { createPlayerAccounts, type Player } from '../games/player-accounts';
import { closeRound, giveBackStakes, payRound } from '../games/reconciliation/end-round';
import {
  listStandingStakes,
  readOpenRound,
  type OpenRound,
} from '../games/reconciliation/open-round.repository';
import type { GameWallet } from '../games/settle-game-transaction.use-case';
import { inTransaction, type Pool, type Queryable } from '../database/pool';
import { applyGameMovements } from '../ledger/ledger.repository';
import type { GameResult } from '../ledger/movement';
import { noSockets } from './silent-announcer';
import { readTypedAmount } from './typed-amount';

type Decision =
  | { readonly word: 'close' }
  | { readonly word: 'refund' }
  | { readonly word: 'win'; readonly amount: bigint; readonly transactionId: string };

/** A provider's id has no space: those that are ours have one. */
const TRANSACTION_ID = /^[\x21-\x7e]{1,128}$/;

/**
 * `settle-round <provider> <round> <player> …` ends an open round as the house and the provider have agreed, where the provider's
 * log does not: `close` pays nothing more, `refund` gives its stakes back, `win <amount> <transaction>` pays a win under the
 * provider's own id of it. All or nothing, by the movements that its callbacks would have made; who ordered it stands with them.
 */
export async function runSettleRound(
  pool: Pool,
  [providerCode = '', roundId = '', userCode = '', ...words]: string[],
  author: string,
): Promise<number> {
  const decision = readDecision(words);
  const name = `La manche ${providerCode} ${roundId} de ${userCode}`;
  const done = await inTransaction(pool, async (client) => {
    await client.query("select set_config('palier.operator', $1, true)", [author]);
    const accounts = createPlayerAccounts(client);
    const player = await accounts.findPlayer(userCode);
    if (player === null) throw new Error(`Aucun joueur ne s'appelle ${userCode}\u00a0: essayez u<numéro>.`);
    // Those that each of its movements takes: nothing else moves the round until it has ended.
    await client.query(
      `select from lock_accounts(array(select id from accounts where id = $1 or code = 'house:' || $2 or kind in ('ISSUE', 'JACKPOT')), null)`,
      [player.accountId, providerCode],
    );
    const round = await readOpenRound(client, { providerCode, roundId, accountId: player.accountId });
    if (round === null)
      throw new Error(`${name} ${await whatItCameTo(client, providerCode, roundId, player)}.`);
    const ledger: GameWallet['ledger'] = {
      applyGame: async (movement) => (await applyGameMovements(client, [movement]))[0]!,
    };
    return carryOut(client, { ledger, accounts, announcer: noSockets }, round, decision);
  });
  process.stdout.write(`${name}\u00a0: ${done}, par ${author}.\n`);
  return 0;
}

function readDecision([word = '', typed = '', transactionId = '', ...more]: string[]): Decision {
  if ((word === 'close' || word === 'refund') && typed === '') return { word };
  const amount = readTypedAmount(typed, 3);
  if (word === 'win' && amount !== null && TRANSACTION_ID.test(transactionId) && more.length === 0)
    return { word, amount, transactionId };
  throw new Error(
    'Essayez : settle-round <fournisseur> <manche> <joueur> close, refund, ou win <montant> <transaction du gain>.',
  );
}

async function carryOut(
  client: Queryable,
  wallet: GameWallet,
  round: OpenRound,
  decision: Decision,
): Promise<string> {
  if (decision.word === 'refund') {
    const areGivenBack = await giveBackStakes(wallet, round, await listStandingStakes(client, round));
    if (!areGivenBack || (await readOpenRound(client, round)) !== null)
      throw new Error("Les mises n'ont pas pu être rendues.");
    return `mises rendues, ${fromMicros(round.bet)} TND`;
  }
  if (decision.word === 'close') {
    assertDone(await closeRound(wallet, round));
    return 'close, rien de plus à payer';
  }
  assertDone(await payRound(wallet, round, decision.amount, decision.transactionId));
  return `gain de ${fromMicros(decision.amount)} TND payé`;
}

function assertDone(result: GameResult): void {
  if (!result.ok && result.reason === 'limit') throw new Error('Le solde maximal du compte serait dépassé.');
  // A repeat too: what stands under this id did not end the round.
  if (!result.ok || result.replayed === true) throw new Error('Cette transaction a déjà servi.');
}

/** Of a round that is open no more, or never was: what a command that is repeated needs to hear. */
async function whatItCameTo(
  client: Queryable,
  providerCode: string,
  roundId: string,
  { accountId }: Player,
): Promise<string> {
  const { rows } = await client.query<{
    bet: bigint;
    win: bigint;
    operator: string | null;
    created_at: Date | null;
  }>(
    `select r.bet_micros as bet, r.win_micros as win, t.operator, t.created_at from rounds r
       left join provider_transactions t on t.provider_code = $1 and t.round_id = $2 and t.player_account_id = $3
        and t.created_at >= r.opened_at and t.operator is not null
      where r.provider_code = $1 and r.round_id = $2 and r.player_account_id = $3 order by t.created_at desc limit 1`,
    [providerCode, roundId, accountId],
  );
  const [round] = rows;
  if (round === undefined) return "n'existe pas";
  const by = round.operator === null ? '' : `, par ${round.operator} le ${round.created_at?.toISOString()}`;
  return `n'est plus ouverte\u00a0: mise ${fromMicros(round.bet)} TND, gain ${fromMicros(round.win)} TND${by}`;
}
