import { DOCUMENTED, type Profile } from '../profile.js';

/** No `round_id`: a bet and its win are joined by `txn_id`. Players are created before their first launch. */
export const igamewin: Profile = {
  ...DOCUMENTED,
  name: 'igamewin',
  vendor: "an operator's public analysis of iGameWin's document",
  roundIds: 'absent',
  transactionIds: 'bet',
  gameTypes: { slot: 'slot', crash: null, live: 'live' },
  spin: 'either',
  lostRound: 'nothing',
  // Without a round, nothing joins them to their bet.
  freeSpins: 'none',
  hasGamble: false,
  hasTwoBets: false,
  answerWaitMs: 30_000,
  lists: { ...DOCUMENTED.lists, codeName: 'code', pictureName: 'image', hasStatus: false },
  players: 'created first',
  readsBalanceAtLaunch: true,
};
