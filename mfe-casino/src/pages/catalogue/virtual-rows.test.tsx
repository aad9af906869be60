import { act, render, screen } from '@testing-library/react';
import { useVirtualRows, visibleRange } from './virtual-rows';

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

function List({ count }: { readonly count: number }) {
  const { ref, from, to } = useVirtualRows<HTMLUListElement>(count);
  const items = Array.from({ length: to - from }, (_, index) => <li key={from + index} />);
  return <ul ref={ref}>{items}</ul>;
}

test('virtual rows: rows below the screen follow 300 ms after the last change of the list', () => {
  jest.useFakeTimers();
  // 8 rows of the window's 768 px, and 20 with the margin below.
  const layout = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100);
  try {
    const shown = () => screen.getAllByRole('listitem').length;
    const { rerender } = render(<List count={100} />);
    expect(shown()).toBe(12);
    act(() => jest.advanceTimersByTime(250));
    rerender(<List count={50} />);
    act(() => jest.advanceTimersByTime(250));
    expect(shown()).toBe(12);
    act(() => jest.advanceTimersByTime(50));
    expect(shown()).toBe(20);
  } finally {
    layout.mockRestore();
    jest.useRealTimers();
  }
});

test('virtual rows: rows that the screen has place for are there at once', () => {
  const layout = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50);
  try {
    render(<List count={100} />);
    expect(screen.getAllByRole('listitem')).toHaveLength(40);
  } finally {
    layout.mockRestore();
  }
});
