import type { ScenarioContext } from '../scenario';
import { createFundedPlayers, type Player } from './players';
import { balanceOf, callWallet, type WalletAnswer, type WalletCall } from './wallet-client';

type Answer = Promise<WalletAnswer>;

/** One trial: callbacks whose ids are unique to the trial. */
interface Trial {
  readonly index: number;
  readonly player: Player;
  readonly bet: (txn: string, round: string, amount: number) => Answer;
  readonly win: (txn: string, round: string, amount: number) => Answer;
  readonly rollBack: (txn: string, round: string, cancelled: string) => Answer;
  /** Requires these answers, as a list of `1` (accepted) and error codes. */
  readonly expectAnswers: (answers: readonly WalletAnswer[], expected: string) => void;
}

const formatAnswers = (answers: readonly WalletAnswer[]): string =>
  answers.map(({ status, msg }) => msg ?? String(status)).join(', ');

/**
 * Repeats `play`, which returns the required change of the player's balance in thousandths. Callbacks go to the two processes in turn.
 */
export async function repeat(
  { cluster, trials, expect }: ScenarioContext,
  play: (trial: Trial) => Promise<number>,
): Promise<void> {
  const [player] = (await createFundedPlayers(cluster, 1, 1_000_000)) as [Player];
  const run = Date.now().toString(36);
  let calls = 0;
  for (let index = 0; index < trials; index += 1) {
    const id = (name: string): string => `${run}-${index}-${name}`;
    const send = (txn: string, round: string, fields: Partial<WalletCall>): Answer => {
      const server = cluster.processes[(calls += 1) % 2]!;
      return callWallet(server, { player, txn: id(txn), round: id(round), ...fields });
    };
    const before = await balanceOf(cluster.processes[0]!, player);
    const change = await play({
      ...{ index, player },
      bet: (txn, round, bet) => send(txn, round, { bet }),
      win: (txn, round, win) => send(txn, round, { type: 'credit', win }),
      rollBack: (txn, round, cancelled) => send(txn, round, { cancels: id(cancelled) }),
      expectAnswers(answers, expected) {
        const found = formatAnswers(answers);
        expect(found === expected, `trial ${index}: answers ${found}, not ${expected}`);
      },
    });
    const after = await balanceOf(cluster.processes[1]!, player);
    expect(after - before === change, `trial ${index}: balance changed by ${after - before}, not ${change}`);
  }
}
