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
  ['-1', -1],
  ['', null],
  ['abc', null],
  ['12abc', null],
  ['1e3', null],
  [' 7 ', null],
  ['Infinity', null],
])('When %j is the opening balance, then it is %j, never NaN', (text, balance) => {
  expect(parseOpeningBalance(text)).toBe(balance);
});
