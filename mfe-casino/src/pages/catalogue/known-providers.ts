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
 * The spec's providers (§3), named as ours are, for as long as the call for them is on its way or fails: chips of the
 * same words stay where they are when the answer comes.
 */
export const KNOWN_PROVIDERS: readonly Provider[] = NAMES.map((name) => ({
  code: name.replace(' ', '').toUpperCase(),
  name,
}));
