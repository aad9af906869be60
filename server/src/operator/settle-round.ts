import { fromMicros } from '@palier/shared/money';
import { readMovementIdRule, type MovementIdRule } from '../config/config';
import { winIdOf } from '../games/gold-api/movement-id';
import { createPlayerAccounts, type Player } from '../games/player-account.repository';
import { closeRound, refundStakes, payRound } from '../games/reconciliation/end-round';
import {
  listActiveStakes,
  readOpenRound,
  type OpenRound,
} from '../games/reconciliation/open-round.repository';
import type { GameWallet } from '../games/apply-game-movement.use-case';
import { inTransaction, type Pool, type Queryable } from '../database/pool';
import { applyGameMovements } from '../ledger/ledger.repository';
import type { GameResult } from '../ledger/movement';
import { EXIT, readTypedAmount, UsageError, type ExitCode, type OperatorCommand } from './operator-command';
import { silentAnnouncer } from './silent-announcer';

/** Ends a round and says how. */
type Settlement = (client: Queryable, wallet: GameWallet, round: OpenRound) => Promise<string>;

/** `settle-round` ends a round that the provider's log does not end. */
export const settleRound: OperatorCommand = {
  forms: ['<provider> <round> <player> close | refund | win <amount> <transaction>'],
  summary: "ends a round that the provider's log does not end",
  help:
    'close pays nothing more, refund returns the stakes, win pays under the id of the provider. ' +
    'A player is named u<number>.',
  words: [4, 6],
  database: 'owner',
  run: ({ pool, words, operator, environment }) =>
    runSettleRound(pool, words, operator, readMovementIdRule(environment)),
};

/** Ids of providers contain no space; the ids that Palier makes for refunds do. */
const TRANSACTION_ID = /^[\x21-\x7e]{1,128}$/;

/** One transaction, with the movements that callbacks would have made, recorded under the operator's name. */
export async function runSettleRound(
  pool: Pool,
  [providerCode = '', roundId = '', userCode = '', ...words]: string[],
  operator: string,
  rule: MovementIdRule,
): Promise<ExitCode> {
  const settle = readDecision(words, rule);
  const name = `Round ${providerCode} ${roundId} of ${userCode}`;
  const done = await inTransaction(pool, async (client) => {
    await client.query("select set_config('palier.operator', $1, true)", [operator]);
    const accounts = createPlayerAccounts(client);
    const player = await accounts.findPlayer(userCode);
    if (player === null) throw new Error(`There is no player ${userCode}: players are named u<number>.`);
    // Locks the accounts that movements of the round change: no other movement of the round runs until this
    // transaction ends.
    await client.query(
      `select from lock_accounts(array(select id from accounts
                                        where id = $1 or code = 'house:' || $2
                                          or kind in ('ISSUE', 'JACKPOT')), null)`,
      [player.accountId, providerCode],
    );
    const round = await readOpenRound(client, { providerCode, roundId, accountId: player.accountId });
    if (round === null)
      throw new Error(`${name} ${await describeEndedRound(client, providerCode, roundId, player)}.`);
    const ledger: GameWallet['ledger'] = {
      applyGame: async (movement) => (await applyGameMovements(client, [movement]))[0]!,
    };
    return settle(client, { ledger, accounts, announcer: silentAnnouncer }, round);
  });
  process.stdout.write(`${name}: ${done}, by ${operator}.\n`);
  return EXIT.ok;
}

function readDecision(
  [word = '', typed = '', transactionId = '', ...more]: string[],
  rule: MovementIdRule,
): Settlement {
  if (word === 'refund' && typed === '') return refundRound;
  if (word === 'close' && typed === '')
    return async (_client, wallet, round) => {
      assertDone(await closeRound(wallet, round));
      return 'closed, nothing more to pay';
    };
  const amount = readTypedAmount(typed, 3);
  if (word === 'win' && amount !== null && TRANSACTION_ID.test(transactionId) && more.length === 0)
    return async (_client, wallet, round) => {
      assertDone(await payRound(wallet, round, amount, winIdOf(transactionId, rule)));
      return `win of ${fromMicros(amount)} TND paid`;
    };
  throw new UsageError(
    'The decision is close, refund, or win with an amount and the transaction of the win.',
  );
}

const refundRound: Settlement = async (client, wallet, round) => {
  const stakes = await listActiveStakes(client, round);
  await refundStakes(
    wallet,
    round,
    stakes.map(({ transactionId }) => transactionId),
  );
  if ((await readOpenRound(client, round)) !== null) throw new Error('The stakes could not be refunded.');
  return `stakes refunded, ${fromMicros(round.bet)} TND`;
};

function assertDone(result: GameResult): void {
  if (!result.ok && result.reason === 'limit')
    throw new Error('The maximum balance of the account would be exceeded.');
  // A repeated id is refused too, because its first movement did not end the round.
  if (!result.ok || result.replayed === true) throw new Error('This transaction id was already used.');
}

/** Says how a round that is no longer open has ended, for a repeated command. */
async function describeEndedRound(
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
       left join provider_transactions t on t.provider_code = $1 and t.round_id = $2
         and t.player_account_id = $3
        and t.created_at >= r.opened_at and t.operator is not null
      where r.provider_code = $1 and r.round_id = $2 and r.player_account_id = $3
      order by t.created_at desc limit 1`,
    [providerCode, roundId, accountId],
  );
  const [round] = rows;
  if (round === undefined) return 'does not exist';
  const by = round.operator === null ? '' : `, by ${round.operator} at ${round.created_at?.toISOString()}`;
  return `is not open: stake ${fromMicros(round.bet)} TND, win ${fromMicros(round.win)} TND${by}`;
}
