/**
 * Not a singleton: each package bundles its own copy. Days and moments in sentences of the product. Columns
 * of dates keep the format of the specification (`formatDateTime`).
 */

export const MONTHS: readonly string[] = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
];
const SHORT_MONTHS = [
  'janv.',
  'févr.',
  'mars',
  'avr.',
  'mai',
  'juin',
  'juil.',
  'août',
  'sept.',
  'oct.',
  'nov.',
  'déc.',
];

interface Period {
  readonly from: string;
  readonly to: string;
}

/** `2026-03-01` as its parts; days and months without leading zeros. */
const partsOf = (day: string): readonly [year: string, month: number, day: number] => [
  day.slice(0, 4),
  Number(day.slice(5, 7)),
  Number(day.slice(8, 10)),
];

const dayOfMonth = (number: number): string => (number === 1 ? '1er' : String(number));

/** Parts of a date are never on two lines. */
const join = (...parts: readonly string[]): string => parts.join('\u00a0');

/** `2026-03-01` or a date-time of that day as « 1er mars 2026 ». */
export function formatDay(day: string): string {
  const [year, month, number] = partsOf(day);
  return join(dayOfMonth(number), MONTHS[month - 1] ?? '', year);
}

/** A local date-time as « 1er mars 2026 à 08:00 ». */
export const formatMoment = (iso: string): string => `${formatDay(iso)} à ${iso.slice(11, 16)}`;

/** « 1er mars 2026 », « 23 au 29 novembre 2026 » or « 28 février au 2 mars 2026 ». */
function rangeText({ from, to }: Period): string {
  if (from === to) return formatDay(from);
  const [firstYear, firstMonth, firstDay] = partsOf(from);
  const [lastYear, lastMonth] = partsOf(to);
  if (firstYear !== lastYear) return `${formatDay(from)} au ${formatDay(to)}`;
  const first =
    firstMonth === lastMonth
      ? dayOfMonth(firstDay)
      : join(dayOfMonth(firstDay), MONTHS[firstMonth - 1] ?? '');
  return `${first} au ${formatDay(to)}`;
}

/** « le 1er mars 2026 » or « du 28 février au 2 mars 2026 ». */
export const formatPeriod = (period: Period): string =>
  `${period.from === period.to ? 'le' : 'du'} ${rangeText(period)}`;

/** For a chip or the title of a column: « 1er mars » or « 23–29 nov. ». */
export function formatShortPeriod({ from, to }: Period): string {
  const [, firstMonth, firstDay] = partsOf(from);
  const [, lastMonth, lastDay] = partsOf(to);
  const last = join(dayOfMonth(lastDay), SHORT_MONTHS[lastMonth - 1] ?? '');
  if (from === to) return last;
  return firstMonth === lastMonth
    ? `${dayOfMonth(firstDay)}–${last}`
    : `${join(dayOfMonth(firstDay), SHORT_MONTHS[firstMonth - 1] ?? '')}\u00a0– ${last}`;
}
