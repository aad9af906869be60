import type { Cluster } from './cluster';
import { callWallet, GAME, PROVIDER, type Wallet, type WalletAnswer } from './wallet-client';

/** Opens a game for a player, so that stakes are accepted. */
export async function openGame(cluster: Cluster, userId: number): Promise<void> {
  await cluster.owner.query(
    'insert into game_openings (user_id, provider_code, game_code) values ($1, $2, $3)',
    [userId, PROVIDER, GAME],
  );
}

let transactions = 0;

/** A stake and its win in one callback, under an id of its own. */
export function playOnce(
  server: Wallet,
  userId: number,
  { bet, win }: { bet: number; win: number },
): Promise<WalletAnswer> {
  const id = `faults-${process.pid}-${Date.now()}-${++transactions}`;
  return callWallet(server, { player: { id: userId }, txn: id, round: id, type: 'debit_credit', bet, win });
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
