import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster';

/**
 * Sums all balances repeatedly until `isOver(number of sums)`. A sum that is not zero, a negative balance or another number of accounts than at first is a failure.
 */
export async function checkBalanceSums(
  { owner }: Cluster,
  isOver: (read: number) => boolean,
  pauseMs = 0,
): Promise<{ read: number; failures: string[] }> {
  const failures: string[] = [];
  let accounts: bigint | undefined;
  let read = 0;
  for (; !isOver(read); read += 1) {
    const { rows } = await owner.query<{ sum: string; least: string; n: bigint }>(
      `select sum(balance) as sum, min(balance) filter (where kind in ('USER', 'JACKPOT')) as least, count(*) as n from accounts`,
    );
    if (pauseMs > 0) await wait(pauseMs);
    const { sum, least, n } = rows[0]!;
    accounts ??= n;
    if (Number(sum) !== 0 || Number(least) < 0 || n !== accounts)
      failures.push(`snapshot ${read}: sum ${sum}, least ${least}, ${n} of ${accounts} accounts`);
  }
  return { read, failures };
}
