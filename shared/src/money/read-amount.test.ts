import { formatAmount } from './index';
import { ambiguousAmount, parseAmount, readAmount } from './read-amount';

const NARROW = '\u202f';
const NO_BREAK = '\u00a0';
const THIN = '\u2009';

test.each([
  ['1 234,50', '1234.50'],
  [`1${NARROW}234,50`, '1234.50'],
  [`1${NO_BREAK}234,50`, '1234.50'],
  [`1${THIN}234,50`, '1234.50'],
  [`12${NARROW}345${NO_BREAK}678,9`, '12345678.9'],
  ['1 234', '1234'],
  ['12,5', '12.5'],
  ['12.5', '12.5'],
  ['12,50\t', '12.50'],
  ["1'234.50", '1234.50'],
  ['1’234.50', '1234.50'],
  ['1,234.50', '1234.50'],
  ['1.234,50', '1234.50'],
  ['1.234.567', '1234567'],
  ['1,234,567.8', '1234567.8'],
  ['1 234,567', '1234.567'],
  ['1234,567', '1234.567'],
  ['0,250', '0.250'],
  ['007', '7'],
  [',5', '0.5'],
  ['.5', '0.5'],
  ['5,', '5'],
  ['2.00000', '2.00000'],
  ['+7', '7'],
  ['-7,5', '-7.5'],
  ['\u22127', '-7'],
  ['-0,01', '-0.01'],
  [`1${NARROW}234,50${NO_BREAK}DT`, '1234.50'],
  ['1 234,50 TND', '1234.50'],
  ['50DT', '50'],
  ['TND 50', '50'],
  ['50 dt', '50'],
  ['\u200f50\u00a0د.ت.\u200f', '50'],
  ['١٢٣', '123'],
  ['۱۲۳', '123'],
  ['١٬٢٣٤٫٥٠', '1234.50'],
  ['١٢،٥', '12.5'],
  ['１２３．５', '123.5'],
])('amount %j: it is read as %s', (text, decimal) => {
  expect(readAmount(text)).toEqual({ decimal, fault: null });
});

test.each(['1.234', '1,234', '50.000', '50,000', '-1.234', '999,999', '1.234 DT', '١٫٢٣٤'])(
  'amount %j: it is not guessed, because it may be thousands or decimals',
  (text) => {
    expect(readAmount(text)).toEqual({ decimal: null, fault: 'ambiguous' });
  },
);

test.each([
  '1e1',
  '1E3',
  '3e5',
  '0x10',
  'Infinity',
  'NaN',
  'abc',
  '12abc',
  '1_234',
  '1/2',
  '½',
  '5²',
  '①',
  '(5)',
  '.',
  ',',
  '-',
  '+',
  'DT',
  '--5',
  '5-',
  '8-3-4',
  '12€',
  '$5',
  '5 %',
  'DT 5 TND',
  '1 2',
  '12 34',
  '1  234',
  '1 2345',
  '1234 567',
  '0 500',
  '50.0.0',
  '1.234.56',
  '12,34,567',
  '1,234 567',
  '1.234,567.89',
  '1 000,00 → 960,00',
  '\u202e05',
  '5\n6',
])('amount %j: it is not read', (text) => {
  expect(readAmount(text)).toEqual({ decimal: null, fault: 'unreadable' });
});

test.each(['', ' ', `${NO_BREAK}`, '\u200f'])('amount %j: it is empty', (text) => {
  expect(readAmount(text)).toEqual({ decimal: null, fault: 'empty' });
});

test('amount with more digits than a float holds: no digit is lost', () => {
  expect(readAmount('9 007 199 254 740 993,000000000000000001').decimal).toBe(
    '9007199254740993.000000000000000001',
  );
});

test.each([
  [' 1.234 DT', '« 1.234 DT » peut vouloir dire 1 234 DT ou 1 DT et 234 millimes.'],
  ['2,001', '« 2,001 » peut vouloir dire 2 001 DT ou 2 DT et 1 millime.'],
  ['50.000', '« 50.000 » peut vouloir dire 50 000 DT ou 50 DT.'],
])('ambiguous amount %j: the sentence has both amounts and the way to write one of them', (text, both) => {
  expect(ambiguousAmount(text).replaceAll(NO_BREAK, ' ')).toBe(
    `${both} Écrivez le montant sans séparateur, ou avec une virgule et deux décimales.`,
  );
});

/** A generator of its own, so that a failure can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test('shown amount: pasting it with any space and either currency gives the same amount', () => {
  const random = randomNumbers(38);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  for (let round = 0; round < 2_000; round += 1) {
    const cents = Math.floor(random() * 10 ** Math.ceil(random() * 12));
    const amount = (pick([1, -1]) * cents) / 100 || 0;
    const space = pick([NARROW, NO_BREAK, THIN, ' ']);
    const pasted = formatAmount(amount).replace(/\s/g, space) + pick(['', `${NO_BREAK}DT`, ' TND', '\n']);
    expect([pasted, parseAmount(pasted)]).toEqual([pasted, amount]);
  }
});
