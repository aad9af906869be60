/** Chance that a seed repeats. */
export interface Random {
  /** A whole number from `lowest` to `highest`, both included. */
  between(lowest: number, highest: number): number;
  chance(probability: number): boolean;
  shuffled<Item>(items: readonly Item[]): Item[];
  /** A run of letters and digits, for ids. */
  id(): string;
}

/** mulberry32: for tests only, never for games. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (lowest: number, highest: number): number =>
    lowest + Math.floor(next() * (highest - lowest + 1));
  return {
    between,
    chance: (probability) => next() < probability,
    shuffled(items) {
      const mixed = [...items];
      for (let last = mixed.length - 1; last > 0; last -= 1) {
        const other = between(0, last);
        [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
      }
      return mixed;
    },
    id: () => Array.from({ length: 12 }, () => 'abcdefghjkmnpqrstuvwxyz0123456789'[between(0, 32)]).join(''),
  };
}
