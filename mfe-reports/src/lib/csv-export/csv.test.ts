import { amountCell, textCell } from './csv';

test.each([
  ['2026-03-01', '2026-03-01'],
  ['=1+1', "'=1+1"],
  ['+33', "'+33"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['\tx', "'\tx"],
  ['\nx', '"\'\nx"'],
  ['a;b', '"a;b"'],
  ['dit "non"', '"dit ""non"""'],
  ['=a;b', '"\'=a;b"'],
])('text %j: its cell is %j', (text, cell) => {
  expect(textCell(text)).toBe(cell);
});

test.each([
  [0, '0,00'],
  [10, '10,00'],
  [1234.5, '1234,50'],
  [-0.1, '-0,10'],
  [0.125, '0,125'],
  [0.000001, '0,000001'],
  [8999999999.99, '8999999999,99'],
])('amount %d: its cell is %s', (amount, cell) => {
  expect(amountCell(amount)).toBe(cell);
});
