import { DOCUMENTED, type Profile } from '../profile.js';

/** Free spins in rounds of their own, whole cents, a credit after each debit. */
export const freeRounds: Profile = {
  ...DOCUMENTED,
  name: 'free-rounds',
  vendor: "blueoceangaming's and Gameserver's free rounds in the family's form",
  unit: 'cents',
  lostRound: 'credit of 0',
  freeSpins: 'in rounds of their own',
  hasGamble: false,
  hasTwoBets: false,
  operatorSettings: { PROVIDER_FREE_WIN_LIMIT_TND: '1000', PROVIDER_MONEY_UNIT: 'cents' },
};
