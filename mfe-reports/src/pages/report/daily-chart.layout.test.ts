import { chartLayout, HEIGHT, tickStep, WIDTH } from './daily-chart.layout';

const day = (date: string, totalIn: number, totalOut: number) => ({
  date,
  totalIn,
  totalOut,
  totalNet: totalIn - totalOut,
});

test.each([
  [0, 0.5],
  [4, 1],
  [1000, 500],
  [1900, 500],
  [2100, 1000],
])('ticks: for the range %d, their step is %d', (range, step) => {
  expect(tickStep(range)).toBe(step);
});

test('chart: the line of a net below zero is below zero, which stays in the chart', () => {
  const { bars, zeroY, netPath, ticks } = chartLayout([day('1', 100, 0), day('2', 0, 300)]);
  expect(zeroY).toBeGreaterThan(0);
  expect(zeroY).toBeLessThan(HEIGHT);
  expect(bars[0]?.income).toMatchObject({ height: expect.any(Number), y: expect.any(Number) });
  expect(bars[0]!.income.y + bars[0]!.income.height).toBeCloseTo(zeroY, 1);
  expect(bars[0]?.outgo.height).toBe(0);
  expect(bars[1]!.outgo.height).toBeCloseTo(3 * bars[0]!.income.height, 0);
  const [, second] = [...netPath.matchAll(/[ML]\S+ (\S+)h/g)].map((match) => Number(match[1]));
  expect(second).toBeGreaterThan(zeroY);
  expect(ticks.some(({ value }) => value === 0)).toBe(true);
});

test('chart: the net line of a single day is as wide as the bars of the day', () => {
  const { bars, netPath } = chartLayout([day('1', 100, 40)]);
  const [, x, width] = /^M(\S+) \S+h(\S+)$/.exec(netPath) ?? [];
  expect(Number(x)).toBe(bars[0]?.income.x);
  expect(Number(width)).toBeCloseTo(bars[0]!.income.width + bars[0]!.outgo.width, 1);
  expect(Number(width)).toBeLessThan(WIDTH / 5);
});

test.each([0, 1, 366])('chart: with %d days, every figure is a number inside the drawing', (count) => {
  const { bars, ticks, netPath } = chartLayout(
    Array.from({ length: count }, (_, index) => day(String(index), 0, 0)),
  );
  expect(netPath).not.toContain('NaN');
  for (const { income, outgo } of bars) {
    for (const box of [income, outgo]) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(WIDTH + 0.1);
      expect(box.height).toBe(0);
    }
  }
  expect(ticks.every(({ y }) => y >= 0 && y <= HEIGHT)).toBe(true);
});
