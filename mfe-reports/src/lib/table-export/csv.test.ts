import { amountCell, type Cell, countCell, dateCell, EMPTY, textCell } from './cells';
import { createCsvWriter } from './csv';

/** The field that a cell is written as. */
async function fieldOf(cell: Cell): Promise<string> {
  const writer = createCsvWriter();
  writer.add([[cell]]);
  const file = writer.end();
  const text = Buffer.from(await file.arrayBuffer()).toString('utf8');
  expect(text).toMatch(/^\uFEFF.*\r\n$/s);
  return text.slice(1, -2);
}

describe('CSV text', () => {
  test.each([
    'client',
    'joueur150',
    'omar2',
    'maya7',
    'marwan_12',
    'decembre',
    'e5',
    'x1f',
    'solde du 12-05',
    "l'avance",
    '...',
    '(urgent)',
    'vrai ami',
    'nan',
    '',
  ])('CSV text: %j is written as it is, because a spreadsheet reads it as text', async (text) => {
    expect(await fieldOf(textCell(text))).toBe(text);
  });

  test.each([
    ['digits with leading zeros', '0021620123456'],
    ['a phone number', '+216 20 123 456'],
    ['more digits than a number keeps', '12345678901234567'],
    ['an exponent', '3e5'],
    ['an exponent beyond any number', '1e1000'],
    ['a month and a day', 'mars-2'],
    ['a gene, which is a month and a day', 'sept2'],
    ['a month with an accent', 'Déc. 1'],
    ['an English month', 'may.5'],
    ['a day and a month', '1er mai'],
    ['a date with the day of the week', 'mer. 5 mai'],
    ['an English date with the day of the week', 'Mon, May 5'],
    ['a day and a month of digits', '12-05'],
    ['a date', '2026-03-01'],
    ['a fraction', '1/2'],
    ['a time', '12:30'],
    ['a percentage', '5%'],
    ['an amount', '1 234,50'],
    ['an amount below zero', '(5)'],
    ['an amount in euros', '€5'],
    ['an amount in dinars', 'dt 5'],
    ['a number behind a space', '  12'],
    ['a number behind an invisible character', '\u200b12'],
    ['digits of another script', '١٢٣'],
    ['a hexadecimal number', '0x1F'],
    ['a logical value in French', 'vrai'],
    ['a logical value in English', 'TRUE'],
    ['an error', '#N/A'],
    ['a formula', '=1+1'],
    ['a formula that starts a program', "=cmd|' /C calc'!A0"],
    ['a formula of another program', '@SUM(A1)'],
    ['a formula with a wide sign', '＝1+1'],
    ['a leading minus', '-admin'],
    ['a leading tab', '\tx'],
    ['a separator', '1;2'],
  ])('CSV text: %s, %j, becomes a formula whose result is the text', async (_, text) => {
    expect(await fieldOf(textCell(text))).toBe(`"=""${text}"""`);
  });

  test('CSV text: quotes in a formula are doubled twice', async () => {
    expect(await fieldOf(textCell('=1"2'))).toBe('"=""=1""""2"""');
  });

  test.each([
    ['a;b', '"a;b"'],
    ['dit "non"', '"dit ""non"""'],
    ['a\nb', '"a\nb"'],
  ])('CSV text: %j is quoted, because it has a sign of the format', async (text, field) => {
    expect(await fieldOf(textCell(text))).toBe(field);
  });

  test.each([
    ['a line break', '=1\n2', '"\'=1\n2"'],
    ['more characters than a formula may have', '=' + 'x'.repeat(255), `"'=${'x'.repeat(255)}"`],
  ])('CSV text: an apostrophe makes text of a formula with %s', async (_, text, field) => {
    expect(await fieldOf(textCell(text))).toBe(field);
  });

  test.each([
    ['a,=1+1', "a,'=1+1"],
    ["a, +cmd|' /C calc'!A0", "a, '+cmd|' /C calc'!A0"],
    ['solde, -50', 'solde, -50'],
  ])('CSV text: no cell of %j is a formula with the comma as separator', async (text, field) => {
    expect(await fieldOf(textCell(text))).toBe(field);
  });
});

test.each([
  [0, '0,00'],
  [10, '10,00'],
  [1234.5, '1234,50'],
  [-0.1, '-0,10'],
  [0.125, '0,125'],
  [0.000001, '0,000001'],
  [8999999999.99, '8999999999,99'],
])('CSV amount: the number %d is written as %s', async (amount, field) => {
  expect(await fieldOf(amountCell(amount))).toBe(field);
});

test('CSV: a date, a number and an empty cell are written as they are', async () => {
  expect(await fieldOf(dateCell('2026-03-01 10:20:30'))).toBe('2026-03-01 10:20:30');
  expect(await fieldOf(countCell(150))).toBe('150');
  expect(await fieldOf(EMPTY)).toBe('');
});
