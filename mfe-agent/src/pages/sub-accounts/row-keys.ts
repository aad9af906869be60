/**
 * Keys of a list whose rows have links and buttons: the arrows go to the same control of the next row or to
 * the next control of the row, Home and End to the first and the last row. Only one row has tab stops, so
 * that a list of 25 rows is left by a few presses of Tab.
 */
export function manageRowKeys(list: HTMLElement): () => void {
  let current: Element | null = rowOf(document.activeElement);

  function limitTabStops(): void {
    const rows = rowsOf(list);
    if (current === null || !rows.includes(current)) current = rows[0] ?? null;
    for (const row of rows)
      for (const control of controlsOf(row)) control.tabIndex = row === current ? 0 : -1;
  }

  function onFocus({ target }: FocusEvent): void {
    const row = rowOf(target as Element);
    if (row === null || row === current) return;
    current = row;
    limitTabStops();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const row = rowOf(target as Element);
    if (row === null || ctrlKey || metaKey || altKey || shiftKey) return;
    if (moveFrom(list, row, target as HTMLElement, key)) event.preventDefault();
  }

  // Another page or order of the list has other rows.
  const changes = new MutationObserver(limitTabStops);
  changes.observe(list, { childList: true, subtree: true });
  list.addEventListener('focusin', onFocus);
  list.addEventListener('keydown', onKeyDown);
  limitTabStops();
  return () => {
    changes.disconnect();
    list.removeEventListener('focusin', onFocus);
    list.removeEventListener('keydown', onKeyDown);
  };
}

const rowsOf = (list: HTMLElement): Element[] => [...list.querySelectorAll('tbody tr')];
const rowOf = (element: Element | null): Element | null => element?.closest('tbody tr') ?? null;
const controlsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>('a, button')];

/** Moves the focus as `key` says; false for any other key and at the end of the list. */
function moveFrom(list: HTMLElement, row: Element, control: HTMLElement, key: string): boolean {
  const rows = rowsOf(list);
  const at = rows.indexOf(row);
  const next = { ArrowDown: rows[at + 1], ArrowUp: rows[at - 1], Home: rows[0], End: rows.at(-1) }[key];
  const controls = controlsOf(row);
  if (next !== undefined) return focusFirst(controlsOf(next), controls.indexOf(control));
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step === undefined) return false;
  // A closed panel has controls that cannot have the focus.
  for (let index = controls.indexOf(control) + step; controls[index] !== undefined; index += step)
    if (takesFocus(controls[index])) return true;
  return false;
}

/** The control at `index` takes the focus, or the name of the row where that control is not shown. */
const focusFirst = (controls: readonly HTMLElement[], index: number): boolean =>
  takesFocus(controls[index]) || takesFocus(controls[0]);

function takesFocus(control: HTMLElement | undefined): boolean {
  control?.focus();
  return control !== undefined && document.activeElement === control;
}
