import { percentile } from '../measure';

const WARMING = 0.07;

/** The median of `reads` single reads, in milliseconds, after a few that warm the caches. */
export async function medianReadMs(reads: number, read: (turn: number) => Promise<unknown>): Promise<number> {
  const warming = Math.ceil(reads * WARMING);
  const times: number[] = [];
  for (let turn = 0; turn < warming + reads; turn += 1) {
    const startedAt = performance.now();
    await read(turn);
    if (turn >= warming) times.push(performance.now() - startedAt);
  }
  return percentile(
    times.sort((a, b) => a - b),
    0.5,
  );
}
