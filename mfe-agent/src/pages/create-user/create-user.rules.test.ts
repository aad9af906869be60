import { fieldInError, parseOpeningBalance } from './create-user.rules';

test.each([
  ['', 0],
  ['   ', 0],
  ['0', 0],
  ['1.5', 1.5],
  ['1.50', 1.5],
  ['007', 7],
  ['.5', 0.5],
  ['5.', 5],
  [' 7 ', 7],
  ['-1', -1],
  ['-0.0', -0],
  ['12,5', 12.5],
  ['1 234,50', 1234.5],
  ['0,0000001', 1e-7],
  [`1${'0'.repeat(300)}`, 1e300],
  ['9007199254740992', 9007199254740992],
  ['123456789012345680000', 123456789012345680000],
])('opening balance %j: it is sent as %d, and the server checks it', (text, balance) => {
  expect(parseOpeningBalance(text)).toEqual({ balance, error: null });
});

test.each(['abc', '12abc', '-', '1e1', '-Infinity'])('opening balance %j: it is sent as null', (text) => {
  expect(JSON.stringify(parseOpeningBalance(text))).toBe('{"balance":null,"error":null}');
});

test.each(['9007199254740993', '0.1000000000000000055', '25.000000000000000001', '9'.repeat(400)])(
  'opening balance %j: it is refused, because a float cannot represent it',
  (text) => {
    expect(parseOpeningBalance(text)).toEqual({
      balance: null,
      error: "Le montant ne peut pas être envoyé tel qu'il est saisi.",
    });
  },
);

test('opening balance 1.234: it is refused with both amounts that it may mean', () => {
  expect(parseOpeningBalance('1.234')).toEqual({
    balance: null,
    error: expect.stringContaining('peut vouloir dire 1\u00a0234\u00a0DT ou 1\u00a0DT'),
  });
});

test.each([
  [{ username: 'nouveau', password: 'x', amount: '' }, undefined],
  [{ username: 'nouveau', password: 'x', amount: 'abc' }, 'amount'],
  [{ username: '', password: '', amount: '1,5555' }, 'amount'],
  [{ username: '', password: '', amount: '1.555' }, 'amount'],
  [{ username: ' ', password: '', amount: '0' }, 'username'],
  [{ username: 'nouveau', password: '', amount: '0' }, 'secret'],
  [{ username: 'nouveau', password: 'x', amount: '1.5' }, undefined],
] as const)('field in error: in %j, the server will refuse %j', (typed, field) => {
  expect(fieldInError(typed)).toBe(field);
});
