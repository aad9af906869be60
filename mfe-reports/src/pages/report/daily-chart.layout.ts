import type { ReportDay } from '@palier/shared/contracts';

/** Units of the drawing, which is stretched to its container. */
export const WIDTH = 1000;
export const HEIGHT = 200;

const MAX_TICKS = 4;
const MAX_BAR_WIDTH = 60;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ChartLayout {
  readonly bars: readonly {
    readonly day: ReportDay;
    readonly slot: Box;
    readonly income: Box;
    readonly outgo: Box;
  }[];
  readonly netPath: string;
  readonly zeroY: number;
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
}

/** The step between ticks: the smallest of 1, 2 or 5 times a power of ten that needs at most MAX_TICKS. */
export function tickStep(range: number): number {
  const rough = Math.max(range, 1) / MAX_TICKS;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * magnitude).find((step) => step >= rough) ?? rough;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Zero is always part of the scale, so that bars can be compared. */
export function chartLayout(days: readonly ReportDay[]): ChartLayout {
  const highest = Math.max(
    0,
    ...days.flatMap(({ totalIn, totalOut, totalNet }) => [totalIn, totalOut, totalNet]),
  );
  const lowest = Math.min(0, ...days.map(({ totalNet }) => totalNet));
  const step = tickStep(highest - lowest);
  const top = Math.max(step, Math.ceil(highest / step) * step);
  const bottom = Math.floor(lowest / step) * step;
  const yOf = (value: number): number => round(((top - value) / (top - bottom)) * HEIGHT);
  const slotWidth = WIDTH / Math.max(1, days.length);
  const barWidth = Math.min(MAX_BAR_WIDTH, slotWidth * 0.4);

  const barAt = (x: number, value: number): Box => ({
    x: round(x),
    y: yOf(value),
    width: round(barWidth),
    height: round(yOf(0) - yOf(value)),
  });
  const bars = days.map((day, index) => {
    const middle = (index + 0.5) * slotWidth;
    return {
      day,
      slot: { x: round(index * slotWidth), y: 0, width: round(slotWidth), height: HEIGHT },
      income: barAt(middle - barWidth, day.totalIn),
      outgo: barAt(middle, day.totalOut),
    };
  });
  // The net of a single day is as wide as its bars: over its whole slot, the line would cross the chart.
  const netOf = ({ slot, income }: (typeof bars)[number]): Pick<Box, 'x' | 'width'> =>
    days.length === 1 ? { x: income.x, width: round(2 * barWidth) } : slot;
  const netPath = bars
    .map((bar, index) => {
      const { x, width } = netOf(bar);
      return `${index === 0 ? 'M' : 'L'}${x} ${yOf(bar.day.totalNet)}h${width}`;
    })
    .join('');
  const count = Math.round((top - bottom) / step);
  const ticks = Array.from({ length: count + 1 }, (_, index) => round(bottom + index * step));
  return { bars, netPath, zeroY: yOf(0), ticks: ticks.map((value) => ({ value, y: yOf(value) })) };
}
