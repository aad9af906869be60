import { sortOfUrl, toQuery } from './sub-accounts.rules';

test('sub-account list: the server is asked for the last movement first and for inactive ones', () => {
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
])('order in the URL: the text %j is read as %j', (text, sort) => {
  expect(sortOfUrl(text)).toBe(sort);
});
