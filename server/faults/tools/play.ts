import type { Cluster } from '../cluster';
import type { ServerProcess } from '../server-process';

/** Opens a game for a player, so that stakes are accepted. */
export async function openGame(cluster: Cluster, userId: number): Promise<void> {
  await cluster.owner.query(
    "insert into game_sessions (user_id, provider_code, game_code) values ($1, 'PRAGMATIC', 'g1')",
    [userId],
  );
}

let transactions = 0;

/** A stake and its win in one callback, under ids of its own unless given. */
export async function playOnce(
  server: ServerProcess,
  userId: number,
  {
    bet,
    win,
    id = `faults-${process.pid}-${Date.now()}-${++transactions}`,
  }: { bet: number; win: number; id?: string },
): Promise<{ status: number; user_balance: number; msg?: string }> {
  const answer = await server.call('POST', '/gold_api', {
    body: {
      agent_code: 'palier',
      agent_secret: 'palier-demo-secret',
      method: 'transaction',
      user_code: `u${userId}`,
      user_balance: 0,
      game_type: 'slot',
      slot: {
        provider_code: 'PRAGMATIC',
        game_code: 'g1',
        round_id: id,
        type: 'BASE',
        bet_money: bet,
        win_money: win,
        txn_id: id,
        txn_type: 'debit_credit',
      },
    },
  });
  return answer.body as { status: number; user_balance: number; msg?: string };
}

/** Puts the bronze pot's secret ceiling within reach of the next stake, and its commitment with it. */
export async function bringBronzeNear(cluster: Cluster): Promise<void> {
  await cluster.owner.query(
    `with near as (
       update jackpot_secrets s set ceiling_micros = a.balance + 1
         from jackpot_pots p join accounts a on a.id = p.account_id
        where p.tier = s.tier and s.tier = 'bronze' returning s.*)
     update jackpot_draws d
        set commitment = encode(sha256(convert_to(format('%s:%s:%s:%s', n.tier, n.number, n.ceiling_micros, n.salt), 'UTF8')), 'hex')
       from near n where d.tier = n.tier and d.number = n.number`,
  );
}
