import { fieldInError, parseOpeningBalance, registerPathOf } from './create-user.rules';

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
  ['1.50', 1.5],
  ['007', 7],
  ['.5', 0.5],
  ['5.', 5],
  [' 7 ', 7],
  ['-1', -1],
  ['-0.0', -0],
  ['1.555', 1.555],
  ['1e3', 1000],
  ['1E+3', 1000],
  ['1e-7', 1e-7],
  ['1e300', 1e300],
  ['9007199254740992', 9007199254740992],
  ['123456789012345680000', 123456789012345680000],
])('When %j is the opening balance, then it is sent as %d for the server to judge', (text, balance) => {
  expect(parseOpeningBalance(text)).toEqual({ balance, error: null });
});

test.each(['', '   ', 'abc', '-', '1e400', '-Infinity'])(
  'When %j is the opening balance, then it travels as null, which is no amount',
  (text) => {
    expect(JSON.stringify(parseOpeningBalance(text))).toBe('{"balance":null,"error":null}');
  },
);

test.each([
  '9007199254740993',
  '12345678901234567890',
  '0.1000000000000000055',
  '25.000000000000000001',
  '1e-400',
  '12abc',
  '12,5',
])('When a float cannot hold %j as it is typed, then it is refused', (text) => {
  expect(parseOpeningBalance(text)).toEqual({
    balance: null,
    error: "Le montant ne peut pas être envoyé tel qu'il est saisi.",
  });
});

test.each([
  [{ username: 'nouveau', password: 'x', amount: '' }, 'amount'],
  [{ username: '', password: '', amount: '1.555' }, 'amount'],
  [{ username: ' ', password: '', amount: '0' }, 'username'],
  [{ username: 'nouveau', password: '', amount: '0' }, 'password'],
  [{ username: 'nouveau', password: 'x', amount: '1.5' }, undefined],
] as const)('When %j is submitted, then the refusal will be about %j', (typed, field) => {
  expect(fieldInError(typed)).toBe(field);
});
