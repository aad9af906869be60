import { DOCUMENTED, type Profile } from '../profile.js';

/** The log names `txn_id` as the unique id of a transaction; its `history_id` has 64 bits. */
export const ggr: Profile = {
  ...DOCUMENTED,
  name: 'ggr',
  vendor: 'the public documents of GGR (ggr.gitbook.io/docs)',
  transactionIds: 'unique',
  spin: 'debit_credit',
  lists: { ...DOCUMENTED.lists, paceMs: 1_000, pictureName: null },
  hasLargeHistoryIds: true,
  operatorSettings: { PROVIDER_MOVEMENT_ID: 'txn_id' },
};
