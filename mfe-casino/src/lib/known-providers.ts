import type { Provider } from '@palier/shared/contracts';

const NAMES = [
  'Pragmatic',
  'Habanero',
  'Booongo',
  'Playson',
  'CQ9',
  'Evoplay',
  'DreamTech',
  'PG Soft',
  'GameArt',
  'GMW',
  'PlayStar',
  'Microgaming',
  'Red Tiger',
  'Naga',
  'BTG',
  'Quickspin',
  'Mascot Gaming',
  'KA Gaming',
  'InOut',
  'Spribe',
];

/**
 * The providers of section 3 of docs/spec-coverage.md, shown until the server's list arrives and when the
 * list cannot be fetched.
 */
export const KNOWN_PROVIDERS: readonly Provider[] = NAMES.map((name) => ({
  code: name.replace(' ', '').toUpperCase(),
  name,
}));
