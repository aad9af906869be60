import { DOCUMENTED, type Profile } from '../profile.js';

/**
 * A bet and its win share `txn_id`; a repeat is expected to be refused as a duplicate, which means that it is
 * done.
 */
export const worldslot: Profile = {
  ...DOCUMENTED,
  name: 'worldslot',
  vendor: "public code of Worldslot's operators",
  extras: ['balances'],
  transactionIds: 'bet',
  amountNames: 'bet',
  uncountedFigure: 'absent',
  lostRound: 'credit of 0',
  hasTwoBets: false,
  isDuplicateDone: true,
  tries: 4,
  unknownBet: 'void',
  operatorSettings: { PROVIDER_MOVEMENT_ID: 'txn_id+txn_type' },
};
