import type { ScenarioContext } from '../scenario';
import { createFundedPlayers, type Player } from './players';
import { balanceOf, callWallet, type WalletAnswer, type WalletCall } from './wallet-client';

type Answer = Promise<WalletAnswer>;
/** Fields of a callback that differ from the usual ones. */
type Fields = Partial<WalletCall>;

/** One trial: two players, and callbacks whose ids are unique to the trial. */
export interface Trial {
  readonly index: number;
  readonly player: Player;
  readonly other: Player;
  readonly bet: (txn: string, round: string, amount: unknown, fields?: Fields) => Answer;
  readonly win: (txn: string, round: string, amount: number, fields?: Fields) => Answer;
  readonly rollBack: (txn: string, round: string, cancelled: string) => Answer;
  /** Requires these answers, as a list of `1` (accepted) and error codes. */
  readonly expectAnswers: (answers: readonly WalletAnswer[], expected: string) => void;
}

export const formatAnswers = (answers: readonly WalletAnswer[]): string =>
  answers.map(({ status, msg }) => msg ?? String(status)).join(', ');

/**
 * Repeats `play`, which returns the required change of the player's balance in thousandths; the other player's balance must not change. Callbacks go to the two processes in turn.
 */
export async function repeat(
  { cluster, trials, expect }: ScenarioContext,
  play: (trial: Trial) => Promise<number>,
): Promise<void> {
  const [player, other] = (await createFundedPlayers(cluster, 2, 1_000_000)) as [Player, Player];
  const run = Date.now().toString(36);
  let calls = 0;
  for (let index = 0; index < trials; index += 1) {
    const id = (name: string): string => `${run}-${index}-${name}`;
    const send = (txn: string, round: string, fields: Fields): Answer => {
      const server = cluster.processes[(calls += 1) % 2]!;
      return callWallet(server, { player, txn: id(txn), round: id(round), ...fields });
    };
    const readBalances = async (process: number): Promise<[number, number]> => {
      const server = cluster.processes[process]!;
      return [await balanceOf(server, player), await balanceOf(server, other)];
    };
    const [before, untouched] = await readBalances(0);
    const change = await play({
      ...{ index, player, other },
      bet: (txn, round, bet, fields) => send(txn, round, { bet, ...fields }),
      win: (txn, round, win, fields) => send(txn, round, { type: 'credit', win, ...fields }),
      rollBack: (txn, round, cancelled) => send(txn, round, { cancels: id(cancelled) }),
      expectAnswers(answers, expected) {
        const found = formatAnswers(answers);
        expect(found === expected, `trial ${index}: answers ${found}, not ${expected}`);
      },
    });
    const [after, ofOther] = await readBalances(1);
    expect(after - before === change, `trial ${index}: balance changed by ${after - before}, not ${change}`);
    expect(ofOther === untouched, `trial ${index}: the other player's balance changed`);
  }
}
