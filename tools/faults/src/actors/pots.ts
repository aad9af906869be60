import type { Cluster } from './cluster';
import type { ScenarioResult } from '../scenario';
import { callWallet, createFundedPlayers } from './wallet-client';

const TIERS = ['bronze', 'silver', 'gold'] as const;
/** A stake that carries every pot of the first parameters over its ceiling; it comes back as a win. */
export const WINNING_STAKE = 1_000_000;

export interface Parameters {
  readonly rate: number;
  readonly seed: number;
  readonly ceilingMin: number;
  readonly ceilingMax: number;
}
export const LOW_POTS: Parameters = { rate: 10, seed: 1, ceilingMin: 1.5, ceilingMax: 3 };

/** What `npm run admin -- jackpot set` calls. */
export async function setJackpots(
  { owner }: Cluster,
  { rate, seed, ceilingMin, ceilingMax }: Parameters,
): Promise<void> {
  for (const tier of TIERS) {
    const micros = [seed, ceilingMin, ceilingMax].map((amount) => BigInt(Math.round(amount * 1e6)));
    await owner.query('select set_jackpot_parameters($1, $2, $3, $4, $5, $6)', [
      tier,
      rate,
      ...micros,
      'faults',
    ]);
  }
}

/** Pots on parameters of the row's own: they are set, and the running pots ended by one great stake. */
export async function startLowPots(cluster: Cluster, parameters = LOW_POTS): Promise<void> {
  await setJackpots(cluster, parameters);
  const [rich] = await createFundedPlayers(cluster, 1, WINNING_STAKE);
  const id = `great-${rich!.id}`;
  const move = {
    player: rich!,
    txn: id,
    round: id,
    type: 'debit_credit' as const,
    bet: WINNING_STAKE,
    win: WINNING_STAKE,
  };
  const server = cluster.processes.find((candidate) => candidate.isRunning())!;
  const { status, msg } = await callWallet(server, move);
  if (status !== 1) throw new Error(`the great stake was refused: ${msg}`);
}

/** Pots out of the reach of other rows, who expect no prizes, but not of the next great stake. */
export async function raisePots(cluster: Cluster): Promise<void> {
  await startLowPots(cluster, { rate: 1, seed: 20, ceilingMin: 5_000, ceilingMax: 9_000 });
}

/** Runs a row on low pots of the given cluster, and calms them afterwards. */
export async function withLowPots(
  cluster: Cluster,
  run: () => Promise<ScenarioResult>,
): Promise<ScenarioResult> {
  await startLowPots(cluster);
  try {
    return await run();
  } finally {
    await raisePots(cluster);
  }
}
