import { sortOfUrl, toQuery } from './sub-accounts.rules';

test('query of the list: the last movement first and inactive accounts are asked from the server', () => {
  expect(toQuery({ page: 1, term: '', sort: '-mouvement', state: 'inactifs' })).toEqual({
    page: 1,
    size: 25,
    sort: 'moved',
    order: 'desc',
    active: 'false',
  });
});

test.each([
  [null, ''],
  ['montant', 'montant'],
  ['toString', ''],
])('order in the URL: %j is read as %j', (text, sort) => {
  expect(sortOfUrl(text)).toBe(sort);
});
