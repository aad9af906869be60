import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** How far beyond the viewport rows are kept, in px: a flick of the thumb does not outrun it. */
const MARGIN_PX = 1200;
/** The window moves by this many rows at a time, so that most scrolling changes nothing. */
const ROW_STEP = 4;
/** What is rendered before anything could be measured, and always where nothing can be. */
const FIRST_COUNT = 60;

interface Rows {
  readonly columns: number;
  /** From one row's top to the next one's, in px. */
  readonly pitch: number;
}

/** The rows of a CSS grid whose items are all of one height; null where there is no layout to read. */
function measureRows(list: HTMLElement): Rows | null {
  const first = list.firstElementChild;
  if (!(first instanceof HTMLElement) || first.offsetHeight === 0) return null;
  const style = getComputedStyle(list);
  const columns = style.gridTemplateColumns.split(' ').length;
  return { columns, pitch: first.offsetHeight + (parseFloat(style.rowGap) || 0) };
}

/** The items, from and to (excluded), of the rows near the viewport. */
export function itemsNear(
  { columns, pitch }: Rows,
  listTop: number,
  viewportHeight: number,
  count: number,
): { from: number; to: number } {
  const rowAt = (y: number) => (y - listTop) / pitch;
  const firstRow = Math.floor(rowAt(-MARGIN_PX) / ROW_STEP) * ROW_STEP;
  const lastRow = Math.ceil(rowAt(viewportHeight + MARGIN_PX) / ROW_STEP) * ROW_STEP;
  const clamp = (row: number) => Math.min(count, Math.max(0, row * columns));
  return { from: clamp(firstRow), to: clamp(lastRow) };
}

/**
 * Which of `count` items of a grid are near enough to be in the page. The list is padded for the rows that are not, so
 * that its height and its scroll bar are those of the whole.
 */
export function useRowWindow<List extends HTMLElement>(
  count: number,
): { readonly ref: RefObject<List | null>; readonly from: number; readonly to: number } {
  const ref = useRef<List>(null);
  const [near, setNear] = useState({ from: 0, to: FIRST_COUNT });
  const from = near.from < count ? near.from : 0;
  const to = Math.min(count, Math.max(near.to, from + FIRST_COUNT));

  useLayoutEffect(() => {
    const list = ref.current;
    const rows = list && measureRows(list);
    if (!rows) return;
    const { columns, pitch } = rows;
    list.style.paddingTop = `${(from / columns) * pitch}px`;
    list.style.paddingBottom = `${Math.ceil(Math.max(0, count - to) / columns) * pitch}px`;
  }, [from, to, count]);

  useEffect(() => {
    const look = (): void => {
      const list = ref.current;
      const rows = list && measureRows(list);
      if (!rows) {
        setNear((last) => (last.to >= count ? last : { from: 0, to: count }));
        return;
      }
      const next = itemsNear(rows, list.getBoundingClientRect().top, window.innerHeight, count);
      setNear((last) => (last.from === next.from && last.to === next.to ? last : next));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [count]);

  return { ref, from, to };
}
