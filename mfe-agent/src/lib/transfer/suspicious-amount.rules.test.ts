import { medianIfSuspicious } from './suspicious-amount.rules';

test.each([
  [500, [50, 40, 60], 50],
  [499, [50, 40, 60], null],
  // Ten times one of the latest amounts and above them all, although the median is higher.
  [200, [20, 100, 150, 120], 120],
  [100, [10, 100, 150, 120], null],
  [200, [20, 100, 250, 120], null],
  [20, [20, 20, 20], null],
  [5000, [50, 50], null],
  [5000, [], null],
])('amount %d after %j: the usual amount of the warning is %s', (amount, recent, usual) => {
  expect(medianIfSuspicious(amount, recent)).toBe(usual);
});
