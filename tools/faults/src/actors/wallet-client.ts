import type { Cluster } from './cluster';
import type { ServerProcess } from './server-process';
import { issueTo } from './mint';
import { createPlayers, type Player } from './players';

export const PROVIDER = 'PRAGMATIC';
export const GAME = 'g1';
const AGENT = { agent_code: 'palier', agent_secret: 'palier-demo-secret' };

export interface WalletAnswer {
  readonly status: number;
  readonly user_balance: number;
  readonly msg?: string;
}

export interface WalletCall {
  readonly player: { readonly id: number };
  readonly txn: string;
  readonly round: string;
  readonly type?: 'debit' | 'credit' | 'debit_credit';
  readonly bet?: unknown;
  readonly win?: unknown;
  /** Makes it a rollback of this transaction. */
  readonly cancels?: string;
  readonly provider?: string;
  readonly game?: string;
  /** Laid over the body. */
  readonly body?: object;
}

/** Players with money (TND each) who have the game open; the money is issued. */
export async function createFundedPlayers(
  cluster: Cluster,
  count: number,
  balance: number,
): Promise<Player[]> {
  const players = await createPlayers(cluster, count);
  const ids = players.map(({ id }) => id);
  await issueTo(cluster.owner, ids, BigInt(Math.round(balance * 1e6)));
  await cluster.owner.query(
    'insert into game_openings (user_id, provider_code, game_code) select x, $2, $3 from unnest($1::int[]) x',
    [ids, PROVIDER, GAME],
  );
  return players;
}

/** Whoever passes a callback on: a process, or an address before several. */
export type Wallet = Pick<ServerProcess, 'call'>;

/** One callback in dialect (i). Throws when the line is lost. */
export async function callWallet(server: Wallet, move: WalletCall): Promise<WalletAnswer> {
  const { player, txn, round, type = 'debit', bet = 0, win = 0, cancels } = move;
  const answer = await server.call('POST', '/gold_api', {
    body: {
      ...AGENT,
      method: cancels === undefined ? 'transaction' : 'rollback',
      user_code: `u${player.id}`,
      user_balance: 1e6,
      game_type: 'slot',
      slot: {
        provider_code: move.provider ?? PROVIDER,
        game_code: move.game ?? GAME,
        round_id: round,
        txn_id: txn,
        ...(cancels === undefined
          ? { txn_type: type, bet_money: bet, win_money: win }
          : { ref_txn_id: cancels }),
      },
      ...move.body,
    },
  });
  return answer.body as WalletAnswer;
}

/** Thousandths of a dinar, as the wallet tells it. */
export async function balanceOf(server: Wallet, player: { id: number }): Promise<number> {
  const { body } = await server.call('POST', '/gold_api', {
    body: { ...AGENT, method: 'user_balance', user_code: `u${player.id}` },
  });
  return Math.round((body as WalletAnswer).user_balance * 1000);
}

/** Sends until there is an answer that counts, through whichever process is up. */
export async function callUntilAnswered(
  servers: () => readonly ServerProcess[],
  move: WalletCall,
  tries = 400,
): Promise<WalletAnswer> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const up = servers().filter((server) => server.isRunning());
    const server = up[attempt % Math.max(1, up.length)];
    const answer = server === undefined ? null : await callWallet(server, move).catch(() => null);
    if (answer !== null && answer.msg !== 'INTERNAL_ERROR' && answer.status !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${move.txn}: never answered`);
}

/** Runs `work` for every item, at most `width` at a time. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      await work(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: width }, run));
}
