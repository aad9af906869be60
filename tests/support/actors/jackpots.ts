import type { DemoServer } from './cluster';
import { createFundedPlayers, type Player } from './players';
import { playOnce } from './wallet-client';

export const TIERS = ['bronze', 'silver', 'gold'] as const;
/** A bet whose contribution exceeds the ceiling of every pot, also with the default parameters. */
const WINNING_STAKE = 1_000_000;

export interface JackpotParameters {
  readonly rate: number;
  readonly seed: number;
  readonly ceilingMin: number;
  readonly ceilingMax: number;
}
export const LOW_POTS: JackpotParameters = { rate: 10, seed: 1, ceilingMin: 1.5, ceilingMax: 3 };
/** Ceilings that the stakes of other scenarios do not reach, because most scenarios expect no prize. */
const HIGH_POTS: JackpotParameters = { rate: 1, seed: 20, ceilingMin: 5_000, ceilingMax: 9_000 };

/** Sets the parameters of every tier by the SQL function of `npm run admin -- jackpot set`. */
export async function setJackpots(
  { owner }: DemoServer,
  { rate, seed, ceilingMin, ceilingMax }: JackpotParameters,
): Promise<void> {
  const micros = [seed, ceilingMin, ceilingMax].map((amount) => BigInt(Math.round(amount * 1e6)));
  const sql = 'select set_jackpot_parameters($1, $2, $3, $4, $5, $6)';
  for (const tier of TIERS) await owner.query(sql, [tier, rate, ...micros, 'faults']);
}

/** Sets the parameters and ends the running draws, so that the next draws use the new parameters. */
export async function restartPots(cluster: DemoServer, parameters = LOW_POTS): Promise<void> {
  await setJackpots(cluster, parameters);
  const [player] = (await createFundedPlayers(cluster, 1, WINNING_STAKE)) as [Player];
  const server = cluster.processes.find((candidate) => candidate.isRunning())!;
  const { status, msg } = await playOnce(server, player.id, { bet: WINNING_STAKE, win: WINNING_STAKE });
  if (status !== 1) throw new Error(`the winning stake was refused: ${msg}`);
}

export const raisePots = (cluster: DemoServer): Promise<void> => restartPots(cluster, HIGH_POTS);

/**
 * Lowers the bronze pot's secret ceiling, and its published commitment with it, so that the next bet wins it.
 */
export async function bringBronzeNear(cluster: DemoServer): Promise<void> {
  await cluster.owner.query(
    `with near as (
       update jackpot_secrets s set ceiling_micros = a.balance + 1
         from jackpot_pots p join accounts a on a.id = p.account_id
        where p.tier = s.tier and s.tier = 'bronze' returning s.*)
     update jackpot_draws d set commitment = jackpot_commitment(n.tier, n.number, n.ceiling_micros, n.salt)
       from near n where d.tier = n.tier and d.number = n.number`,
  );
}

export interface JackpotTotals {
  readonly hits: bigint;
  readonly wins: bigint;
  readonly prizes: bigint;
  readonly reseeds: bigint;
  readonly unbalanced: bigint;
  readonly shared: bigint;
  readonly contributions: bigint;
}

/** Draws, wins and pot postings, each counted in its own table. */
export const readJackpotTotals = ({ readRow }: DemoServer): Promise<JackpotTotals> =>
  readRow(
    `select (select count(*) from jackpot_draws where ended_at is not null) as hits,
            (select count(*) from jackpot_wins) as wins,
            (select count(*) from transfers where kind = 'JACKPOT_WIN') as prizes,
            (select count(*) from transfers t
               join jackpot_pots p on p.account_id = t.credit_account_id
              where t.kind = 'ISSUE') - 3 as reseeds,
            (select count(*) from audit_jackpot
              where seeds_micros + contributions_micros <> prizes_micros + balance_micros) as unbalanced,
            (select count(*) from
              (select draw_id from jackpot_wins group by draw_id having count(*) > 1) x) as shared,
            (select sum(contributions_micros)::bigint from audit_jackpot) as contributions`,
  );
