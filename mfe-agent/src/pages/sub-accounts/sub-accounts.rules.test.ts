import { account } from '../../testing/wire';
import { hasPager, runningNumber, sortOfUrl, sortRows, toUrlParameters } from './sub-accounts.rules';

test('When a row stands on a later page, then No counts on: page*size+index+1', () => {
  expect(runningNumber(0, 0)).toBe(1);
  expect(runningNumber(2, 4)).toBe(55);
});

test('When the total is 25, then no pager; 26, then one', () => {
  expect(hasPager(25)).toBe(false);
  expect(hasPager(26)).toBe(true);
});

test('When page and term are at their defaults, then the address leaves them out', () => {
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
])('When the address asks for the order %j, then it is %j', (text, sort) => {
  expect(sortOfUrl(text)).toBe(sort);
});

test.each([
  ['', [1, 2, 3]],
  ['nom', [3, 1, 2]],
  ['-nom', [2, 1, 3]],
  ['montant', [2, 3, 1]],
  ['-montant', [1, 3, 2]],
] as const)(
  'When rows are sorted by %j, then their order is %j and the list itself is untouched',
  (sort, ids) => {
    const rows = [
      account(1, { username: 'éric', balance: 100 }),
      account(2, { username: 'zoe', balance: 9 }),
      account(3, { username: 'ali', balance: 20 }),
    ];
    expect(sortRows(rows, sort).map(({ id }) => id)).toEqual(ids);
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
  },
);
