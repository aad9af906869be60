import { parseOpeningBalance, registerPathOf } from './create-user.rules';

test.each([
  ['ROLE_CAPO', '/auth/capo/register-super-admin'],
  ['ROLE_SUPER_ADMIN', '/auth/super-admin/register-admin'],
  ['ROLE_ADMIN', '/auth/admin/register-client'],
  ['ROLE_CLIENT', undefined],
] as const)('When a %s creates, then the call is %s', (role, path) => {
  expect(registerPathOf(role)).toBe(path);
});

test.each([
  ['0', 0],
  ['25', 25],
  ['1.5', 1.5],
  ['007', 7],
])('When %j is the opening balance, then it is %j', (text, balance) => {
  expect(parseOpeningBalance(text)).toEqual({ balance, fault: null });
});

test.each([
  ['', 'Le montant doit être un nombre valide.'],
  ['abc', 'Le montant doit être un nombre valide.'],
  ['12abc', 'Le montant doit être un nombre valide.'],
  ['1e3', 'Le montant doit être un nombre valide.'],
  [' 7 ', 'Le montant doit être un nombre valide.'],
  ['Infinity', 'Le montant doit être un nombre valide.'],
  ['1.555', 'Le montant doit être un nombre valide.'],
  ['-1', 'Le montant ne peut pas être négatif.'],
  ['12345678901234567890', 'Le montant est trop grand.'],
])('When %j is the opening balance, then the refusal is %j, never NaN', (text, fault) => {
  expect(parseOpeningBalance(text)).toEqual({ balance: null, fault });
});
