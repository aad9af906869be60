import { account } from '../../testing/wire';
import { hasPager, runningNumber, sortOfUrl, sortRows, toUrlParameters } from './sub-accounts.rules';

test('row number: the row is on a later page, No is page*size+index+1', () => {
  expect(runningNumber(0, 0)).toBe(1);
  expect(runningNumber(2, 4)).toBe(55);
});

test('pager: it appears when the total is above 25', () => {
  expect(hasPager(25)).toBe(false);
  expect(hasPager(26)).toBe(true);
});

test('URL of the list: defaults are left out', () => {
  expect(toUrlParameters({ page: 0, term: '', sort: '' })).toEqual({});
  expect(toUrlParameters({ page: 1, term: 'ali', sort: '-montant' })).toEqual({
    page: '2',
    username: 'ali',
    tri: '-montant',
  });
});

test.each([
  [null, ''],
  ['', ''],
  ['montant', 'montant'],
  ['-nom', '-nom'],
  ['toString', ''],
])('order in the URL: %j is read as %j', (text, sort) => {
  expect(sortOfUrl(text)).toBe(sort);
});

test.each([
  ['', [1, 2, 3]],
  ['nom', [3, 1, 2]],
  ['-nom', [2, 1, 3]],
  ['montant', [2, 3, 1]],
  ['-montant', [1, 3, 2]],
] as const)('order %j: the rows are sorted as %j and the list is not modified', (sort, ids) => {
  const rows = [
    account(1, { username: 'éric', balance: 100 }),
    account(2, { username: 'zoe', balance: 9 }),
    account(3, { username: 'ali', balance: 20 }),
  ];
  expect(sortRows(rows, sort).map(({ id }) => id)).toEqual(ids);
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
});
