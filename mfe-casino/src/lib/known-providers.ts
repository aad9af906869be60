import type { Provider } from '@palier/shared/contracts';
import { FIRST_PROVIDER_NAMES } from '@palier/shared/first-screen';

const NAMES = [
  ...FIRST_PROVIDER_NAMES,
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
