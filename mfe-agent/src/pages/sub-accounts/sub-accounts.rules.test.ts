import { sortOfUrl } from './sub-accounts.rules';

test.each([
  [null, ''],
  ['montant', 'montant'],
  ['toString', ''],
])('order in the URL: %j is read as %j', (text, sort) => {
  expect(sortOfUrl(text)).toBe(sort);
});
