import { percentile } from '../measure';

const WARMING = 0.2;

/** The median of sequential reads over some seconds, after a warm-up of a fifth of that time. */
export async function medianReadMs(
  seconds: number,
  read: (turn: number) => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  let turn = 0;
  const readUntil = async (deadline: number): Promise<void> => {
    while (performance.now() < deadline) {
      const startedAt = performance.now();
      await read(turn);
      times.push(performance.now() - startedAt);
      turn += 1;
    }
  };
  await readUntil(performance.now() + seconds * 1_000 * WARMING);
  times.length = 0;
  await readUntil(performance.now() + seconds * 1_000);
  return percentile(times, 0.5);
}
