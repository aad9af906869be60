import { isSamePeriod, isTooLongForDays, periodOfUrl, PRESETS } from './report.rules';

test('When a period has 366 days, then they are told one by one; one more is too many', () => {
  expect(isTooLongForDays({ from: '2028-01-01', to: '2028-12-31' })).toBe(false);
  expect(isTooLongForDays({ from: '2028-01-01', to: '2029-01-01' })).toBe(true);
});

test('When thirty days are asked for, then today is the last of them', () => {
  const preset = PRESETS.find(({ label }) => label === '30 jours');
  expect(preset?.periodAt(new Date(2026, 2, 30, 12))).toEqual({ from: '2026-03-01', to: '2026-03-30' });
});

test.each([
  [null, '2026-03-01'],
  ['2026-03-01', null],
  ['2026-13-01', '2026-03-01'],
  ['2026-02-30', '2026-03-01'],
  ['2026-02-28', '2026-02-29'],
  ['2026-03-01', 'today'],
])('When an address holds %s to %s, then it holds no period', (from, to) => {
  expect(periodOfUrl(from, to)).toBeNull();
});

test('When one day of two periods differs, then they are not the same', () => {
  const period = { from: '2026-03-01', to: '2026-03-02' };
  expect(isSamePeriod(period, { ...period })).toBe(true);
  expect(isSamePeriod(period, { ...period, from: '2026-02-28' })).toBe(false);
  expect(isSamePeriod(period, { ...period, to: '2026-03-03' })).toBe(false);
});
