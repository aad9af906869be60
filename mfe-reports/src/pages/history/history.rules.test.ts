import { item } from '../../testing/wire';
import { historyFilter } from './history.rules';

const items = [
  item(1, { targetUsername: 'Alice', initiatorTransactionType: 'DEPOSIT' }),
  item(2, { targetUsername: 'bob', initiatorTransactionType: 'USER_CREATION' }),
  item(3, { targetUsername: 'carl', initiatorTransactionType: 'WITHDRAWAL' }),
];

test.each([
  ['', [1, 2, 3]],
  ['   ', [1, 2, 3]],
  ['ALI', [1]],
  ['ajouter', [1]],
  ['création', [2]],
  ['creation', [2]],
  [' retirer ', [3]],
  ['zzz', []],
])('filter %j: the rows are %j', (text, ids) => {
  expect(items.filter(historyFilter(text)).map(({ id }) => id)).toEqual(ids);
});
