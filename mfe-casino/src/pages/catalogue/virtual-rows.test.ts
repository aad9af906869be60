import { visibleRange } from './virtual-rows';

const rows = { columns: 6, rowPitchPx: 200 };

test('visible range: it has the rows of the viewport and of one margin at the top', () => {
  const { from, to } = visibleRange(rows, 300, 800, 10_000);
  expect(from).toBe(0);
  expect(to).toBe(12 * 6);
});

test('visible range: it includes the rows on screen and stays small after scrolling far', () => {
  const { from, to } = visibleRange(rows, -100_000, 800, 10_000);
  expect(from).toBeLessThanOrEqual(500 * 6);
  expect(to).toBeGreaterThanOrEqual(504 * 6);
  expect(to - from).toBeLessThanOrEqual(24 * 6);
});

test('visible range: it ends with the list if the viewport is below the list', () => {
  expect(visibleRange(rows, -400_000, 800, 100)).toEqual({ from: 100, to: 100 });
  expect(visibleRange(rows, 0, 800, 5)).toEqual({ from: 0, to: 5 });
});
