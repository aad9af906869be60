import { formatCount, formatDecimals, formatExact } from './french-numbers';

const NUMBERS = [
  0, -0, 1, -1, 12, 999, 1_000, -1_000, 999_999, 1_000_000, 0.5, 0.05, 0.125, 1.000001, 2.5, -2.75,
  12_345.678901, -9_000_000_000, 8_999_999_999.29, 1e15,
];

/** Intl writes a hyphen, and a sign before a zero. */
const byIntl = (value: number, least: number, most: number): string => {
  const options = { minimumFractionDigits: least, maximumFractionDigits: most };
  const text = new Intl.NumberFormat('fr', options).format(value).replace('-', '−');
  return /[1-9]/.test(text) ? text : text.replace('−', '');
};

test.each(NUMBERS)('french numbers: %d is written as Intl writes it', (value) => {
  expect(formatDecimals(value, 2)).toBe(byIntl(value, 2, 2));
  expect(formatExact(value)).toBe(byIntl(value, 2, 6));
});

test.each(NUMBERS.filter(Number.isInteger))('french numbers: the count %d is written so too', (count) => {
  expect(formatCount(count)).toBe(byIntl(count, 0, 0));
});

test('french numbers: a number below the last decimal has no sign', () => {
  expect(formatDecimals(-0.0000001, 6)).toBe('0,00');
});
