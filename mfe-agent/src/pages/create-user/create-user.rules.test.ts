import { fieldInError, parseOpeningBalance } from './create-user.rules';

test.each([
  ['0', 0],
  ['1.5', 1.5],
  ['1.50', 1.5],
  ['007', 7],
  ['.5', 0.5],
  ['5.', 5],
  [' 7 ', 7],
  ['-1', -1],
  ['-0.0', -0],
  ['1E+3', 1000],
  ['1e-7', 1e-7],
  ['1e300', 1e300],
  ['9007199254740992', 9007199254740992],
  ['123456789012345680000', 123456789012345680000],
])('opening balance %j: it is sent as %d, and the server checks it', (text, balance) => {
  expect(parseOpeningBalance(text)).toEqual({ balance, error: null });
});

test.each(['', '   ', 'abc', '-', '1e400', '-Infinity'])('opening balance %j: it is sent as null', (text) => {
  expect(JSON.stringify(parseOpeningBalance(text))).toBe('{"balance":null,"error":null}');
});

test.each(['9007199254740993', '0.1000000000000000055', '25.000000000000000001', '1e-400', '12abc', '12,5'])(
  'opening balance %j: a float cannot represent it, it is refused',
  (text) => {
    expect(parseOpeningBalance(text)).toEqual({
      balance: null,
      error: "Le montant ne peut pas être envoyé tel qu'il est saisi.",
    });
  },
);

test.each([
  [{ username: 'nouveau', password: 'x', amount: '' }, 'amount'],
  [{ username: '', password: '', amount: '1.555' }, 'amount'],
  [{ username: ' ', password: '', amount: '0' }, 'username'],
  [{ username: 'nouveau', password: '', amount: '0' }, 'password'],
  [{ username: 'nouveau', password: 'x', amount: '1.5' }, undefined],
] as const)('field in error: of %j, the server will refuse %j', (typed, field) => {
  expect(fieldInError(typed)).toBe(field);
});
