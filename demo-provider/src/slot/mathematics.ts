/** Four high symbols, four low symbols, the wild and the scatter. */
export type SlotSymbol = 'H1' | 'H2' | 'H3' | 'H4' | 'L1' | 'L2' | 'L3' | 'L4' | 'W' | 'S';

export const wild: SlotSymbol = 'W';
export const scatter: SlotSymbol = 'S';

export const rowCount = 3;

/** A strip is circular and read downwards. */
function strip(text: string): readonly SlotSymbol[] {
  return text.split(' ') as SlotSymbol[];
}

/**
 * The published reel strips. The first reel has no wild, so every line starts with a paying symbol or the
 * scatter.
 */
export const reelStrips: readonly (readonly SlotSymbol[])[] = [
  strip(
    'L4 L1 L3 L2 L4 L1 L3 H4 H2 L3 L4 L2 L3 S H4 H1 L2 L3 H2 L4 H1 L4 L1 H3 L3 H3 H4 L4 L3 L1 H2 L4 L2 ' +
      'S L1 H3 L4 H3 L2 H4',
  ),
  strip(
    'W L1 H3 W H4 L2 L3 L4 L1 H3 L3 L1 H2 L3 W L3 H2 H1 L4 L1 L3 L2 L4 L3 L2 S L4 H4 L1 H2 H4 L4 H3 L2 ' +
      'L4 H1 L2 H4 L4 H3',
  ),
  strip(
    'L2 L4 L3 L1 S L2 L4 L1 L4 L2 H2 H4 H2 L4 H4 W H3 L3 W L4 L3 H4 L1 L2 H1 L3 L2 H3 S H1 H3 L3 L1 H4 ' +
      'H3 L4 L3 W H2 L1',
  ),
  strip(
    'H1 L3 H2 H4 L2 L1 W L4 L2 L4 L3 L2 L3 H2 H3 S L3 L1 H3 L4 L1 L4 L1 W L3 H4 L2 H1 L4 H3 H2 L3 L4 ' +
      'H4 L2 L4 H4 L1 W H3',
  ),
  strip(
    'L4 L3 L4 L2 H3 H4 H3 L3 L4 L3 L4 L3 L2 L4 H2 L3 L1 L4 L2 L1 H4 H2 L2 H3 H1 L1 S L4 L1 S H3 L4 L3 ' +
      'H4 L2 H2 H4 L3 L1 H1',
  ),
];

/** The row (0 top, 2 bottom) that each of the twenty lines takes on each reel. */
export const payLines: readonly (readonly number[])[] = [
  [1, 1, 1, 1, 1],
  [0, 0, 0, 0, 0],
  [2, 2, 2, 2, 2],
  [0, 1, 2, 1, 0],
  [2, 1, 0, 1, 2],
  [0, 0, 1, 2, 2],
  [2, 2, 1, 0, 0],
  [1, 0, 0, 0, 1],
  [1, 2, 2, 2, 1],
  [1, 0, 1, 2, 1],
  [1, 2, 1, 0, 1],
  [0, 1, 1, 1, 0],
  [2, 1, 1, 1, 2],
  [0, 1, 0, 1, 0],
  [2, 1, 2, 1, 2],
  [1, 1, 0, 1, 1],
  [1, 1, 2, 1, 1],
  [0, 0, 2, 0, 0],
  [2, 2, 0, 2, 2],
  [0, 2, 2, 2, 0],
];

/**
 * Pays for three, four and five of a symbol, in line stakes (a twentieth of the stake). All are even, so that
 * a stake of 0.50 never pays half a cent.
 */
export const linePays: Partial<Record<SlotSymbol, readonly [three: number, four: number, five: number]>> = {
  H1: [50, 240, 1200],
  H2: [36, 120, 480],
  H3: [24, 70, 240],
  H4: [20, 60, 180],
  L1: [12, 36, 120],
  L2: [10, 30, 100],
  L3: [8, 24, 80],
  L4: [6, 16, 50],
};

/** Pays for three, four and five scatters anywhere, in whole stakes. */
export const scatterPays: readonly [three: number, four: number, five: number] = [2, 10, 100];

export const freeSpinCount = 8;
export const freeSpinMultiplier = 2;

export const stakesMillimes = [200, 500, 1000, 2000, 5000, 10000] as const;
