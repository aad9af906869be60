/**
 * Not a singleton: no page needs the list. The 20 providers in the order of section 3 of
 * docs/spec-coverage.md.
 */
export const PROVIDER_CODES = [
  'PRAGMATIC',
  'HABANERO',
  'BOOONGO',
  'PLAYSON',
  'CQ9',
  'EVOPLAY',
  'DREAMTECH',
  'PGSOFT',
  'GAMEART',
  'GMW',
  'PLAYSTAR',
  'MICROGAMING',
  'REDTIGER',
  'NAGA',
  'BTG',
  'QUICKSPIN',
  'MASCOTGAMING',
  'KAGAMING',
  'INOUT',
  'SPRIBE',
] as const;
