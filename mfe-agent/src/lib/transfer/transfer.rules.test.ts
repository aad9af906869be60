import { addToAmount, checkAmount, medianIfSuspicious } from './transfer.rules';

const ZERO = 'Le montant doit être supérieur à zéro.';
const ABOVE = 'Le montant à retirer dépasse le solde disponible.';
const WHOLE = 'Le montant doit être un nombre valide.';

describe('check of an amount', () => {
  test.each([
    ['0', ZERO],
    ['-1', ZERO],
    ['', ZERO],
    ['-0,5', ZERO],
    ['.0', ZERO],
    ['1.5', WHOLE],
    ['1 234,50', WHOLE],
    ['abc', WHOLE],
    ['50.0.0', WHOLE],
    ['1e1', WHOLE],
    ['0x10', WHOLE],
    ['Infinity', WHOLE],
    ['1.234', expect.stringContaining('peut vouloir dire 1\u00a0234\u00a0DT ou 1\u00a0DT')],
    ['50,000', expect.stringContaining('peut vouloir dire 50\u00a0000\u00a0DT ou 50\u00a0DT.')],
    ['12345678901234567890', WHOLE],
  ])('deposit of %j: it is refused with %j', (text, error) => {
    expect(checkAmount(text, 'DEPOSIT', { target: 10_000, own: 10_000 })).toEqual({ amount: null, error });
  });

  test('deposit: the checks of the specification precede that of the agent’s own balance', () => {
    const refusalOf = (text: string) => checkAmount(text, 'DEPOSIT', { target: 0, own: 100 }).error;
    expect(refusalOf('100')).toBeNull();
    expect(refusalOf('101')).toBe('Le montant à ajouter dépasse votre solde disponible.');
    expect(refusalOf('101.5')).toBe(WHOLE);
  });

  test.each([
    ['0', ZERO],
    ['500.5', ABOVE],
    ['12345678901234567890', ABOVE],
    ['1 000', ABOVE],
    ['1.5', WHOLE],
    ['1e3', WHOLE],
  ])('withdrawal of %j from 500: it is refused with %j, in the order zero, balance, whole', (text, error) => {
    expect(checkAmount(text, 'WITHDRAWAL', { target: 500, own: 0 })).toEqual({ amount: null, error });
  });

  test.each([
    ['501', 'DEPOSIT', 500, 501],
    ['500', 'WITHDRAWAL', 500, 500],
    ['500', 'WITHDRAWAL', 500.25, 500],
    ['007', 'DEPOSIT', 0, 7],
    ['50.00', 'DEPOSIT', 0, 50],
    ['50,00', 'DEPOSIT', 0, 50],
    ['1\u202f234,00\u00a0DT', 'WITHDRAWAL', 2000, 1234],
    ['1,234.00', 'WITHDRAWAL', 2000, 1234],
    [' +7 ', 'DEPOSIT', 0, 7],
    ['2.00000', 'DEPOSIT', 0, 2],
    ['50.', 'WITHDRAWAL', 50, 50],
  ] as const)('amount %j: a %s with a balance of %d is accepted as %d', (text, type, balance, amount) => {
    expect(checkAmount(text, type, { target: balance, own: 501 })).toEqual({ amount, error: null });
  });
});

test.each([
  [500, [50, 40, 60], 50],
  [499, [50, 40, 60], null],
  [200, [20, 20, 200], 20],
  // Ten times one of the latest amounts and above them all, although the median is higher.
  [200, [20, 100, 150, 120], 120],
  [100, [10, 100, 150, 120], null],
  [200, [20, 100, 250, 120], null],
  [20, [20, 20, 20], null],
  [5000, [50, 50], null],
  [5000, [], null],
])('amount %d after %j: the usual amount of the warning is %s', (amount, recent, usual) => {
  expect(medianIfSuspicious(amount, recent)).toBe(usual);
});

test.each([
  ['', '10'],
  ['5', '15'],
  ['1 234', '1244'],
  ['1.5', '10'],
])('step of 10: the text %j becomes %j', (text, sum) => {
  expect(addToAmount(text, 10)).toBe(sum);
});

test('step down: the amount 0 stays 0', () => {
  expect(addToAmount('', -1)).toBe('0');
});
