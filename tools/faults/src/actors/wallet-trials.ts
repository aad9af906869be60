import type { ScenarioContext } from '../scenario';
import { createFundedPlayers } from './players';
import { balanceOf, callWallet, type WalletAnswer, type WalletCall } from './wallet-client';

/** One trial: two players and unique ids. */
interface Trial {
  readonly index: number;
  /** Sends through the two processes in turn. */
  readonly send: (
    move: Omit<WalletCall, 'player'> & { player?: WalletCall['player'] },
  ) => Promise<WalletAnswer>;
  readonly player: { readonly id: number };
  readonly other: { readonly id: number };
  readonly id: (name: string) => string;
}

/**
 * Repeats `play`, which returns the expected change of the player's balance in thousandths; the other player's balance must not change.
 */
export async function repeat(
  { cluster, trials }: ScenarioContext,
  play: (trial: Trial) => Promise<{ expected: number; broken?: string }>,
): Promise<{ trials: number; failures: string[] }> {
  const [player, other] = await createFundedPlayers(cluster, 2, 1_000_000);
  const run = Date.now().toString(36);
  const failures: string[] = [];
  let calls = 0;
  for (let index = 0; index < trials; index += 1) {
    const before = await balanceOf(cluster.processes[0]!, player!);
    const untouched = await balanceOf(cluster.processes[0]!, other!);
    const { expected, broken } = await play({
      index,
      player: player!,
      other: other!,
      id: (name) => `${run}-${index}-${name}`,
      send: (move) => callWallet(cluster.processes[(calls += 1) % 2]!, { player: player!, ...move }),
    });
    const changed = (await balanceOf(cluster.processes[1]!, player!)) - before;
    if (broken !== undefined) failures.push(`trial ${index}: ${broken}`);
    if (changed !== expected) failures.push(`trial ${index}: balance changed by ${changed}, not ${expected}`);
    if ((await balanceOf(cluster.processes[1]!, other!)) !== untouched)
      failures.push(`trial ${index}: the other player's balance changed`);
  }
  return { trials, failures };
}

/** The wallet's answers as one line. */
export const formatAnswers = (answers: readonly WalletAnswer[]): string =>
  answers.map(({ status, msg }) => msg ?? String(status)).join(', ');
export const failUnless = (isGood: boolean, what: string): { broken?: string } =>
  isGood ? {} : { broken: what };
