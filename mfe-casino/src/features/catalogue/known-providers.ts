import type { Provider } from '@palier/shared/contracts';

/**
 * The spec's providers (§3), named as ours are, for as long as the call for them is on its way or fails: chips of the
 * same words stay where they are when the answer comes.
 */
export const KNOWN_PROVIDERS: readonly Provider[] = [
  { code: 'PRAGMATIC', name: 'Pragmatic' },
  { code: 'HABANERO', name: 'Habanero' },
  { code: 'BOOONGO', name: 'Booongo' },
  { code: 'PLAYSON', name: 'Playson' },
  { code: 'CQ9', name: 'CQ9' },
  { code: 'EVOPLAY', name: 'Evoplay' },
  { code: 'DREAMTECH', name: 'DreamTech' },
  { code: 'PGSOFT', name: 'PG Soft' },
  { code: 'GAMEART', name: 'GameArt' },
  { code: 'GMW', name: 'GMW' },
  { code: 'PLAYSTAR', name: 'PlayStar' },
  { code: 'MICROGAMING', name: 'Microgaming' },
  { code: 'REDTIGER', name: 'Red Tiger' },
  { code: 'NAGA', name: 'Naga' },
  { code: 'BTG', name: 'BTG' },
  { code: 'QUICKSPIN', name: 'Quickspin' },
  { code: 'MASCOTGAMING', name: 'Mascot Gaming' },
  { code: 'KAGAMING', name: 'KA Gaming' },
  { code: 'INOUT', name: 'InOut' },
  { code: 'SPRIBE', name: 'Spribe' },
];
