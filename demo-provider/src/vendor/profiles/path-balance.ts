import type { Profile } from '../profile.js';
import { path } from './path.js';

/** The path form whose document names the address of balances for transactions too. */
export const pathBalance: Profile = {
  ...path,
  name: 'path-balance',
  vendor: 'the public documents of meiyunyun.gitbook.io/meiyunyun, transactions to /user_balance',
  paths: { balance: '/user_balance', transaction: '/user_balance' },
};
