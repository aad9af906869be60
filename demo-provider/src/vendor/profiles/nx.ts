import { DOCUMENTED, type Profile } from '../profile.js';

/** `txn_id` is the round; only `txn_id_v2` tells transactions apart. HTTP 500 makes a round "unconfirmed". */
export const nx: Profile = {
  ...DOCUMENTED,
  name: 'nx',
  vendor: 'a public sample signed by NexusGGR',
  extras: ['balances', 'totals', 'user_token', 'info'],
  roundIds: 'text',
  transactionIds: 'round',
  spin: 'either',
  tries: 2,
  unknownBet: 'unconfirmed',
  lists: { ...DOCUMENTED.lists, paceMs: 1_000 },
  operatorSettings: { PROVIDER_MOVEMENT_ID: 'txn_id_v2' },
};
