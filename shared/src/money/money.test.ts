import { formatAmount, fromMicros, hasAtMostDecimals, MAX_WIRE_AMOUNT, toMicros } from './index';

test.each([
  [0, 0n],
  [0.000001, 1n],
  [1.1, 1_100_000n],
  [-2.05, -2_050_000n],
  [-0.000001, -1n],
  [123_456_789.123456, 123_456_789_123_456n],
  [MAX_WIRE_AMOUNT, 9_000_000_000_000_000n],
  [-MAX_WIRE_AMOUNT, -9_000_000_000_000_000n],
])('money: converting %d TND gives %d micro-dinars, and these the same TND', (amount, micros) => {
  expect(toMicros(amount)).toBe(micros);
  expect(fromMicros(micros)).toBe(amount);
});

test.each([0.0000001, 1.0000005, MAX_WIRE_AMOUNT + 1, -MAX_WIRE_AMOUNT - 1, NaN, Infinity, -Infinity])(
  'money: the amount %d TND without exact micro-dinars is refused, not rounded',
  (amount) => {
    expect(() => toMicros(amount)).toThrow(RangeError);
    expect(hasAtMostDecimals(amount, 6)).toBe(false);
  },
);

test.each([
  [1234.5, '1 234,50'],
  [-0.01, '−0,01'],
  [57.996, '57,99'],
  [-57.996, '−57,99'],
  [-0.004, '0,00'],
  [8.29, '8,29'],
  [0.1 + 0.2, '0,30'],
  [58.3 - 58, '0,30'],
  [8_999_999_999.29, '8 999 999 999,29'],
  [8_999_999_999.28, '8 999 999 999,28'],
  [-4_492_604_993.28, '−4 492 604 993,28'],
  [NaN, '—'],
  [Infinity, '—'],
])('money: the amount %d TND is shown as %s', (amount, shown) => {
  expect(formatAmount(amount).replace(/\s/g, ' ')).toBe(shown);
});
