import { visibleRange } from './virtual-rows';

const rows = { columns: 6, rowPitchPx: 200 };

test('When the list begins on screen, then its first rows are in the page and no more than the viewport and a margin need', () => {
  const { from, to } = visibleRange(rows, 300, 800, 10_000);
  expect(from).toBe(0);
  expect(to).toBe(12 * 6);
});

test('When the page is scrolled deep, then as few items are in it as at the top, and the rows on screen are among them', () => {
  const { from, to } = visibleRange(rows, -100_000, 800, 10_000);
  expect(from).toBeLessThanOrEqual(500 * 6);
  expect(to).toBeGreaterThanOrEqual(504 * 6);
  expect(to - from).toBeLessThanOrEqual(24 * 6);
});

test('When the list has ended, then the window ends with it', () => {
  expect(visibleRange(rows, -400_000, 800, 100)).toEqual({ from: 100, to: 100 });
  expect(visibleRange(rows, 0, 800, 5)).toEqual({ from: 0, to: 5 });
});
