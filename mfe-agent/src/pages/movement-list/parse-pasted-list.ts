import { readAmount } from '@palier/shared/money/read-amount';
import { messages } from './movement-list.messages';

/** A line of the pasted text. `number` counts all lines of the text from 1. */
export interface PastedLine {
  readonly number: number;
  readonly name: string;
  readonly amount: string;
  /** Why the line has no name and amount. */
  readonly fault: string | null;
  /** Name and groups of digits are separated by equal spaces: the reading is shown to the agent. */
  readonly isSpaced: boolean;
}

export interface PastedList {
  /** Without empty lines. */
  readonly lines: readonly PastedLine[];
  /** The row of titles, which is not a movement. */
  readonly title: string | null;
}

/** A cell without the quotes that spreadsheets put around some cells. */
function unquote(cell: string): string {
  const [, quoted] = /^"(.*)"$/.exec(cell) ?? [];
  return quoted === undefined ? cell : quoted.replaceAll('""', '"').trim();
}

const isReadable = (text: string): boolean => {
  const { fault } = readAmount(text);
  return fault === null || fault === 'ambiguous';
};

type Cells = Pick<PastedLine, 'name' | 'amount' | 'fault' | 'isSpaced'>;

const oneCell = (cell: string): Cells => ({
  name: unquote(cell),
  amount: '',
  fault: messages.oneColumn,
  isSpaced: false,
});

/** Name and amount in columns; empty columns are those beside the copied table. */
function cellsOfColumns(line: string, separator: string): Cells {
  const cells = line
    .split(separator)
    .map((cell) => unquote(cell.trim()))
    .filter((cell) => cell !== '');
  const [name = '', amount = ''] = cells;
  if (cells.length < 2) return oneCell(name);
  return {
    name,
    amount,
    fault: cells.length > 2 ? messages.tooManyColumns(cells.length) : null,
    isSpaced: false,
  };
}

/**
 * Name and amount separated by spaces, which may also be between the groups of the digits. No username has a
 * space, so the amount is the longest readable one.
 */
function cellsOfSpaces(line: string): Cells {
  const separator = line.includes(' ') ? / +/g : /\s+/g;
  const places = [...line.matchAll(separator)];
  const splits = places.map(({ 0: { length }, index }) => ({
    name: line.slice(0, index),
    amount: line.slice(index + length),
  }));
  const readable = splits.filter(({ amount }) => isReadable(amount));
  const split = readable[0] ?? splits.at(-1);
  if (split === undefined) return oneCell(line);
  return { name: unquote(split.name), amount: split.amount, fault: null, isSpaced: readable.length > 1 };
}

function cellsOf(line: string): Cells {
  const separator = ['\t', ';'].find((character) => line.includes(character));
  return separator === undefined ? cellsOfSpaces(line.trim()) : cellsOfColumns(line, separator);
}

/** A name and a text without any digit in the place of the amount. */
const isTitle = ({ amount, fault }: Cells): boolean => fault === null && !/\p{Nd}/u.test(amount);

/** Reads the text that an agent pastes from a spreadsheet, a name and an amount a line. */
export function parsePastedList(text: string): PastedList {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => /[^\s;]/.test(line))
    .map(({ line, number }) => ({ number, line: line.trim(), ...cellsOf(line) }));
  const [first] = lines;
  const hasTitle = first !== undefined && isTitle(first);
  return {
    lines: lines.slice(hasTitle ? 1 : 0).map(({ line: _line, ...cells }) => cells),
    title: hasTitle ? first.line : null,
  };
}
