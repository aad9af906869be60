import { DOCUMENTED, type Profile } from '../profile.js';

/** Flat fields and HTTP statuses; amounts are texts. */
export const flat: Profile = {
  ...DOCUMENTED,
  name: 'flat',
  vendor: 'the flat dialect of FiversCan resellers',
  dialect: 'iii',
  extras: ['balances'],
  // Without `game_type` in its callbacks, an operator cannot know of further types in the log.
  gameTypes: { slot: 'slot', crash: null, live: 'live' },
  hasTwoBets: false,
  transactionIds: 'unique',
  amountForm: 'text',
  decimals: 3,
  spin: 'either',
  lostRound: 'nothing',
  tries: 3,
  unknownBet: 'void',
};
