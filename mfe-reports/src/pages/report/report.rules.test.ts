import { isTooLongForDays, toReportQuery } from './report.rules';

test('report query: it is from the start of the first day to the end of the last', () => {
  expect(toReportQuery({ from: '2026-03-01', to: '2026-03-02' })).toEqual({
    from: '2026-03-01T00:00:00',
    to: '2026-03-02T23:59:59.999',
  });
});

test('daily report: 366 days are the limit', () => {
  expect(isTooLongForDays({ from: '2028-01-01', to: '2028-12-31' })).toBe(false);
  expect(isTooLongForDays({ from: '2028-01-01', to: '2029-01-01' })).toBe(true);
});
