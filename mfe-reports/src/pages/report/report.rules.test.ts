import { isTooLongForDays } from './report.rules';

test('daily report: 366 days are the limit', () => {
  expect(isTooLongForDays({ from: '2028-01-01', to: '2028-12-31' })).toBe(false);
  expect(isTooLongForDays({ from: '2028-01-01', to: '2029-01-01' })).toBe(true);
});
