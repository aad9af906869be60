import { DOCUMENTED, type Profile } from '../profile.js';

/** The demo provider's default: the documented form with the ids of NX, without a pace of lists. */
export const demo: Profile = {
  ...DOCUMENTED,
  name: 'demo',
  vendor: "the family's documents",
  extras: ['balances', 'totals', 'user_token'],
  transactionIds: 'round',
  lostRound: 'nothing',
  answerWaitMs: 5_000,
  internalError: 'unknown',
  isDuplicateDone: true,
  players: 'either',
};
