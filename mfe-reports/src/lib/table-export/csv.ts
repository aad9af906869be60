import { foldText } from '@palier/shared/fold-text';
import type { Cell, Row, TableWriter } from './cells';

/** The CSV dialect of a French Excel: UTF-8 with a byte order mark, semicolons, CRLF and decimal commas. */
const BYTE_ORDER_MARK = '\uFEFF';
const SEPARATOR = ';';
const LINE_END = '\r\n';
const TYPE = 'text/csv;charset=utf-8';

/** Texts that a spreadsheet takes for a number, date, logical value, error or formula (decision 0076). */
const OTHER_THAN_TEXT: readonly RegExp[] = [
  /^[=+\-@＝＋－＠\t\r\n#]/,
  // A digit behind anything but a letter: 007, 1er mai, (5), €5, and digits of other scripts.
  /^\P{L}*\p{N}/u,
  // The name of the currency before an amount.
  /^(?:dt|tnd)\P{L}*\p{N}/iu,
  /^\s*(?:true|false|vrai|faux)\s*$/i,
];
const MONTHS_AND_DAYS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
  'janvier',
  'fevrier',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'aout',
  'septembre',
  'octobre',
  'novembre',
  'decembre',
  'lundi',
  'mardi',
  'mercredi',
  'jeudi',
  'vendredi',
  'samedi',
  'dimanche',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

const isStartOfMonthOrDay = (word: string): boolean =>
  word.length > 2 && MONTHS_AND_DAYS.some((name) => name.startsWith(word));

/** Months and days of the week, also as their first letters, before a digit: mars-2, sept2, lun. 5 mai. */
function isDate(text: string): boolean {
  const beforeDigit = /^\P{N}+(?=\p{N})/u.exec(foldText(text))?.[0] ?? '';
  const words = beforeDigit.match(/\p{L}+/gu) ?? [];
  return words.length > 0 && words.every(isStartOfMonthOrDay);
}

/** A spreadsheet whose separator is the comma starts a cell, and so a formula, in the middle of a text. */
const FORMULA_BEHIND_COMMA = /,\s*(?=[=@＝＠]|[+\-＋－].*[|(!])/g;
/** A longer string is an error in a formula of Excel. */
const MAX_STRING_IN_FORMULA = 255;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function fieldOf(text: string): string {
  const guarded = text.replace(FORMULA_BEHIND_COMMA, "$&'");
  if (!isDate(guarded) && !OTHER_THAN_TEXT.some((pattern) => pattern.test(guarded)))
    return /[";\r\n]/.test(guarded) ? quoted(guarded) : guarded;
  // LibreOffice reads no formula that has a line break.
  return /[\r\n]/.test(guarded) || guarded.length > MAX_STRING_IN_FORMULA
    ? quoted(`'${guarded}`)
    : quoted(`=${quoted(guarded)}`);
}

/** An amount in TND with all its micro-dinars, so that a column has the ledger's sum. */
const decimalOf = (amount: number): string =>
  amount
    .toFixed(6)
    .replace(/0{1,4}$/, '')
    .replace('.', ',');

function csvCell(cell: Cell): string {
  switch (cell.kind) {
    case 'text':
      return fieldOf(cell.text);
    case 'amount':
      return decimalOf(cell.amount);
    case 'count':
      return String(cell.count);
    case 'date':
      return cell.date;
    case 'empty':
      return '';
  }
}

const csvLine = (row: Row): string => row.map(csvCell).join(SEPARATOR) + LINE_END;

export function createCsvWriter(): TableWriter {
  const lines = [BYTE_ORDER_MARK];
  return {
    add(rows) {
      lines.push(rows.map(csvLine).join(''));
    },
    end: () => new Blob(lines, { type: TYPE }),
  };
}
