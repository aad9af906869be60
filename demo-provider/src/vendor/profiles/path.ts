import { DOCUMENTED, type Profile } from '../profile.js';

/**
 * The path form: `bet` and `win`, rounds with numbers of 13 digits, a figure that does not count may be
 * anything.
 */
export const path: Profile = {
  ...DOCUMENTED,
  name: 'path',
  vendor: 'the public documents of meiyunyun.gitbook.io/meiyunyun',
  dialect: 'ii',
  paths: { balance: '/user_balance', transaction: '/money_callback' },
  extras: ['balances', 'totals', 'before and after'],
  roundIds: 'number',
  transactionIds: 'unique',
  amountNames: 'bet',
  uncountedFigure: 'any',
  spin: 'either',
};
