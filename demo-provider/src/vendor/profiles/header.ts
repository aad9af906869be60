import { DOCUMENTED, type Profile } from '../profile.js';

/**
 * The secret in a header, `//gold_api`, fields beside the object, amounts with the noise of binary numbers.
 */
export const header: Profile = {
  ...DOCUMENTED,
  name: 'header',
  vendor: "an operator's public wallet code for the family",
  hasDoubleSlash: true,
  secretIn: 'header',
  extras: ['balances', 'user_token'],
  fields: 'beside the object',
  roundIds: 'null',
  transactionIds: 'bet',
  amountForm: 'number with rounding noise',
  lostRound: 'credit of 0',
  // Without a round, nothing joins them to their bet.
  freeSpins: 'none',
  hasGamble: false,
  hasTwoBets: false,
};
