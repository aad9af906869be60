import { sortOfUrl, toQuery, toUrlParameters } from './sub-accounts.rules';

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
  ['montant', 'montant'],
  ['toString', ''],
])('order in the URL: %j is read as %j', (text, sort) => {
  expect(sortOfUrl(text)).toBe(sort);
});
