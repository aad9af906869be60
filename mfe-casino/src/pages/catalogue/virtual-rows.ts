import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** How far beyond the viewport rows are rendered, so that a fast scroll shows no gap. */
const MARGIN_PX = 1200;
/** A list whose visible rows are rendered gets the others after this time: more letters may change it. */
const SETTLE_MS = 300;
/** The range moves by this many rows at a time, so that most scrolling renders nothing. */
const ROW_STEP = 4;
/** Rendered before the rows are measured. The rest follows in a render of its own, between two letters. */
const INITIAL_COUNT = 12;

interface Rows {
  readonly columns: number;
  readonly rowPitchPx: number;
}

const UNMEASURED: Rows = { columns: 1, rowPitchPx: 0 };

/** Measures a CSS grid whose items have one height. Null without layout, as in tests. */
function measureRows(list: HTMLElement): Rows | null {
  const first = list.firstElementChild;
  if (!(first instanceof HTMLElement) || first.offsetHeight === 0) return null;
  const style = getComputedStyle(list);
  const columns = style.gridTemplateColumns.split(' ').length;
  return { columns, rowPitchPx: first.offsetHeight + (parseFloat(style.rowGap) || 0) };
}

export function visibleRange(
  { columns, rowPitchPx, marginPx = MARGIN_PX }: Rows & { readonly marginPx?: number },
  listTop: number,
  viewportHeight: number,
  count: number,
): { from: number; to: number } {
  const rowAt = (y: number) => (y - listTop) / rowPitchPx;
  const firstRow = Math.floor(rowAt(-marginPx) / ROW_STEP) * ROW_STEP;
  const lastRow = Math.ceil(rowAt(viewportHeight + marginPx) / ROW_STEP) * ROW_STEP;
  const clamp = (row: number) => Math.min(count, Math.max(0, row * columns));
  return { from: clamp(firstRow), to: clamp(lastRow) };
}

/**
 * Which of `count` items of a grid to render. Padding replaces the other rows, so that the height of the list
 * stays the same.
 */
export function useVirtualRows<List extends HTMLElement>(
  count: number,
): { readonly ref: RefObject<List | null>; readonly from: number; readonly to: number } {
  const ref = useRef<List>(null);
  const [range, setRange] = useState({ from: 0, to: INITIAL_COUNT });
  const from = range.from < count ? range.from : 0;
  const to = Math.min(count, Math.max(range.to, from + INITIAL_COUNT));

  const measured = useRef<Rows | null>(null);
  // Nothing of a list that is rendered whole is measured: its layout would be calculated before the paint.
  const isWhole = from === 0 && to === count;
  useLayoutEffect(() => {
    const list = ref.current;
    if (!list) return;
    if (!isWhole) measured.current ??= measureRows(list);
    const { columns, rowPitchPx } = measured.current ?? UNMEASURED;
    list.style.paddingTop = `${(from / columns) * rowPitchPx}px`;
    list.style.paddingBottom = `${Math.ceil((count - to) / columns) * rowPitchPx}px`;
  }, [isWhole, from, to, count]);

  useEffect(() => {
    const rangeWithin = (marginPx: number) => {
      const list = ref.current;
      const rows = list && (measured.current ??= measureRows(list));
      if (!rows) return null;
      const { top } = list.getBoundingClientRect();
      return visibleRange({ ...rows, marginPx }, top, window.innerHeight, count);
    };
    const update = (): void => {
      const next = rangeWithin(MARGIN_PX) ?? { from: 0, to: count };
      setRange((last) => (last.from === next.from && last.to === next.to ? last : next));
    };
    const onResize = (): void => {
      measured.current = null;
      update();
    };
    window.addEventListener('scroll', update, { passive: true });
    window.addEventListener('resize', onResize);
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (!isWhole) {
      const visible = rangeWithin(0);
      if (visible !== null && from <= visible.from && visible.to <= to) timer = setTimeout(update, SETTLE_MS);
      else update();
    }
    return () => {
      window.removeEventListener('scroll', update);
      window.removeEventListener('resize', onResize);
      clearTimeout(timer);
    };
  }, [isWhole, from, to, count]);

  return { ref, from, to };
}
