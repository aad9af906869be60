import { DOCUMENTED, type Profile } from '../profile.js';

/** A live casino: one launch of the lobby, callbacks with the code of a table, results in `info`. */
export const live: Profile = {
  ...DOCUMENTED,
  name: 'live',
  vendor: 'the public documents of GGR, launch of a live lobby',
  extras: ['balances', 'totals', 'user_token', 'info'],
  gameTypes: { slot: null, crash: null, live: 'live' },
  transactionIds: 'round',
  lostRound: 'credit of 0',
  freeSpins: 'none',
  hasGamble: false,
  hasLobby: true,
};
