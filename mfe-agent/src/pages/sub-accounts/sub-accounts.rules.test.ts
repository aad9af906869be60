import { hasPager, runningNumber, sortOfUrl, toQuery, toUrlParameters } from './sub-accounts.rules';

test('row number: the row is on a later page, No is page*size+index+1', () => {
  expect(runningNumber(0, 0)).toBe(1);
  expect(runningNumber(2, 4)).toBe(55);
});

test('pager: it appears when the total is above 25', () => {
  expect(hasPager(25)).toBe(false);
  expect(hasPager(26)).toBe(true);
});

test('URL of the list: defaults are left out', () => {
  expect(toUrlParameters({ page: 0, term: '', sort: '', state: '' })).toEqual({});
  expect(toUrlParameters({ page: 1, term: 'ali', sort: '-montant', state: 'actifs' })).toEqual({
    page: '2',
    username: 'ali',
    tri: '-montant',
    etat: 'actifs',
  });
});

test('query of the list: the order and the state are the server’s', () => {
  expect(toQuery({ page: 0, term: '', sort: '', state: '' })).toEqual({ page: 0, size: 25 });
  expect(toQuery({ page: 1, term: '', sort: '-mouvement', state: 'inactifs' })).toEqual({
    ...{ page: 1, size: 25, sort: 'moved', order: 'desc', active: 'false' },
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
