/** One character of an amount; a digit that changes has the digits that it passes, from top to bottom. */
export interface Column {
  readonly text: string;
  readonly digits: readonly string[];
}

const isDigit = (text: string | undefined): text is string => text !== undefined && /^\d$/.test(text);

/** The digits from one to the other, as a counter passes them upwards: 8, 9, 0, 1. */
function passed(from: number, to: number): string[] {
  const count = (to - from + 10) % 10;
  return Array.from({ length: count + 1 }, (_, step) => String((from + step) % 10));
}

/**
 * The columns of the new amount, aligned at the right with the old one. Downwards, the digits are listed from
 * the new one to the old one, and the column moves the other way.
 */
export function columnsOf(from: string, to: string, isUp: boolean): Column[] {
  const old = from.padStart(to.length).slice(-to.length);
  return [...to].map((text, index) => {
    if (!isDigit(text)) return { text, digits: [] };
    const before = isDigit(old[index]) ? Number(old[index]) : 0;
    return { text, digits: isUp ? passed(before, Number(text)) : passed(Number(text), before) };
  });
}
