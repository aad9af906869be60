import { checkAmount } from './transfer.rules';

const ZERO = 'Le montant doit être supérieur à zéro.';
const ABOVE = 'Le montant à retirer dépasse le solde disponible.';
const WHOLE = 'Le montant doit être un nombre valide.';

describe('checkAmount', () => {
  test.each([
    ['0', ZERO],
    ['-1', ZERO],
    ['-1.5', ZERO],
    ['', ZERO],
    ['   ', ZERO],
    ['abc', ZERO],
    ['NaN', ZERO],
    ['0.00', ZERO],
    ['1.5', WHOLE],
    ['0.5', WHOLE],
    ['50.50', WHOLE],
    ['2.00000', WHOLE],
    ['50.0.0', ZERO],
    ['.0', ZERO],
    ['50,00', ZERO],
    ['1e3', WHOLE],
    ['0x10', WHOLE],
    [' 7 ', WHOLE],
    ['+7', WHOLE],
    ['Infinity', WHOLE],
    ['12345678901234567890', WHOLE],
  ])('deposit of %j: it is refused with %j', (text, error) => {
    expect(checkAmount(text, 'DEPOSIT', { target: 10_000, own: 10_000 })).toEqual({ amount: null, error });
  });

  test("deposit above the agent's own balance: it is refused after the checks of the specification", () => {
    const refusalOf = (text: string) => checkAmount(text, 'DEPOSIT', { target: 0, own: 100 }).error;
    expect(refusalOf('100')).toBeNull();
    expect(refusalOf('101')).toBe('Le montant à ajouter dépasse votre solde disponible.');
    expect(refusalOf('101.5')).toBe(WHOLE);
  });

  test.each([
    ['0', ZERO],
    ['-1', ZERO],
    ['', ZERO],
    ['501', ABOVE],
    ['500.5', ABOVE],
    ['12345678901234567890', ABOVE],
    ['1e3', ABOVE],
    ['1.5', WHOLE],
    [' 7 ', WHOLE],
  ])('withdrawal of %j from 500: it is refused with %j, in the order zero, balance, whole', (text, error) => {
    expect(checkAmount(text, 'WITHDRAWAL', { target: 500, own: 0 })).toEqual({ amount: null, error });
  });

  test.each([
    ['1', 'DEPOSIT', 0, 1],
    ['501', 'DEPOSIT', 500, 501],
    ['500', 'WITHDRAWAL', 500, 500],
    ['500', 'WITHDRAWAL', 500.25, 500],
    ['007', 'DEPOSIT', 0, 7],
    ['50.00', 'DEPOSIT', 0, 50],
    ['50.000', 'DEPOSIT', 0, 50],
    ['50.', 'WITHDRAWAL', 50, 50],
  ] as const)('amount %j: a %s with a balance of %d is accepted as %d', (text, type, balance, amount) => {
    expect(checkAmount(text, type, { target: balance, own: 501 })).toEqual({ amount, error: null });
  });
});
