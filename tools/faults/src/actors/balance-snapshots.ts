import { setTimeout as wait } from 'node:timers/promises';
import type { ScenarioContext } from '../scenario';

/**
 * Sums all balances repeatedly until `isOver(number of sums)`; returns that number. Each sum must be zero, no balance negative, and the number of accounts constant.
 */
export async function checkBalanceSums(
  { cluster, expect }: ScenarioContext,
  isOver: (read: number) => boolean,
  pauseMs = 0,
): Promise<number> {
  let accounts: bigint | undefined;
  let read = 0;
  for (; !isOver(read); read += 1) {
    const { sum, least, n } = await cluster.readRow<{ sum: string; least: string; n: bigint }>(
      `select sum(balance) as sum, min(balance) filter (where kind in ('USER', 'JACKPOT')) as least, count(*) as n from accounts`,
    );
    if (pauseMs > 0) await wait(pauseMs);
    accounts ??= n;
    const isWhole = Number(sum) === 0 && Number(least) >= 0 && n === accounts;
    expect(isWhole, `snapshot ${read}: sum ${sum}, least ${least}, ${n} of ${accounts} accounts`);
  }
  return read;
}
