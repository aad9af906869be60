import { formatDay, formatMoment, formatPeriod, formatShortPeriod } from './french-dates';

const withPlainSpaces = (text: string): string => text.replace(/\s/g, ' ');

describe('French dates', () => {
  test('French dates: a day and a moment are written in words', () => {
    expect(withPlainSpaces(formatDay('2026-03-01'))).toBe('1er mars 2026');
    expect(withPlainSpaces(formatMoment('2026-12-24T08:05:59.120'))).toBe('24 décembre 2026 à 08:05');
  });

  test.each([
    ['2026-03-01', '2026-03-01', 'le 1er mars 2026', '1er mars'],
    ['2026-11-23', '2026-11-29', 'du 23 au 29 novembre 2026', '23–29 nov.'],
    ['2026-02-24', '2026-03-02', 'du 24 février au 2 mars 2026', '24 févr. – 2 mars'],
    ['2025-12-29', '2026-01-04', 'du 29 décembre 2025 au 4 janvier 2026', '29 déc. – 4 janv.'],
  ])('French dates: the period from %s to %s is "%s", in short "%s"', (from, to, sentence, short) => {
    expect(withPlainSpaces(formatPeriod({ from, to }))).toBe(sentence);
    expect(withPlainSpaces(formatShortPeriod({ from, to }))).toBe(short);
  });
});
