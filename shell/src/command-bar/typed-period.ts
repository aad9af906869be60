import { addDays, isDay } from '@palier/shared/dates';
import { foldText } from '@palier/shared/fold-text';
import { formatDay, formatPeriod, MONTHS } from '@palier/shared/french-dates';

/** Days, YYYY-MM-DD, both included, and how the user named them. */
export interface TypedPeriod {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;
/** Of the day from which days are counted, after Monday. */
const FIRST_WEEKDAY = 3;
const LEAST_MONTH_LETTERS = 3;

/** « 27 novembre 2026 », or the first and the last day. */
export const daysText = ({ from, to }: Pick<TypedPeriod, 'from' | 'to'>): string =>
  from === to ? formatDay(from) : formatPeriod({ from, to });

const onDay = (day: string, label: string): TypedPeriod => ({ from: day, to: day, label });

/** The week of a day, from Monday to Sunday. */
function weekOf(day: string, label: string): TypedPeriod {
  const sinceMonday = (Date.parse(day) / DAY_MS + FIRST_WEEKDAY) % DAYS_OF_WEEK;
  const from = addDays(day, -sinceMonday);
  return { from, to: addDays(from, DAYS_OF_WEEK - 1), label };
}

const NAMED: Readonly<Record<string, (today: string) => TypedPeriod>> = {
  "aujourd'hui": (today) => onDay(today, "aujourd'hui"),
  hier: (today) => onDay(addDays(today, -1), 'hier'),
  'avant-hier': (today) => onDay(addDays(today, -2), 'avant-hier'),
  semaine: (today) => weekOf(today, 'cette semaine'),
  'cette semaine': (today) => weekOf(today, 'cette semaine'),
  'semaine derniere': (today) => weekOf(addDays(today, -DAYS_OF_WEEK), 'semaine dernière'),
  'semaine passee': (today) => weekOf(addDays(today, -DAYS_OF_WEEK), 'semaine dernière'),
};

interface DateParts {
  readonly year: string | undefined;
  readonly month: number;
  readonly day: number;
}

/** The month that the letters begin, from 1; NaN if no month or more than one begins with them. */
function monthOf(letters: string): number {
  const found = MONTHS.filter((month) => foldText(month).startsWith(letters));
  return letters.length >= LEAST_MONTH_LETTERS && found.length === 1 ? MONTHS.indexOf(found[0]!) + 1 : NaN;
}

/** `27/11`, `27/11/2026`, `27.11.2026`, `2026-11-27` and `27 novembre 2026`. `27.11` is an amount. */
function readDate(text: string): DateParts | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (iso !== null) return { year: iso[1], month: Number(iso[2]), day: Number(iso[3]) };
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text);
  const numeric = slashed ?? /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (numeric !== null) return { year: numeric[3], month: Number(numeric[2]), day: Number(numeric[1]) };
  const written = /^(\d{1,2})(?:er)? ([a-z]+)\.?(?: (\d{4}))?$/.exec(text);
  return written === null ? null : { year: written[3], month: monthOf(written[2]!), day: Number(written[1]) };
}

/** The typed day; without a year, the last such day up to `today`. Null if there is no such day. */
function dayOf({ year, month, day }: DateParts, today: string): string | null {
  const at = (wanted: string): string =>
    `${wanted}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const thisYear = today.slice(0, 4);
  const found = at(year ?? thisYear);
  const wanted = year === undefined && found > today ? at(String(Number(thisYear) - 1)) : found;
  return isDay(wanted) ? wanted : null;
}

function readPeriod(text: string, today: string): TypedPeriod | null {
  const folded = foldText(text);
  if (Object.hasOwn(NAMED, folded)) return NAMED[folded]!(today);
  const parts = readDate(folded);
  const day = parts === null ? null : dayOf(parts, today);
  return day === null ? null : onDay(day, text);
}

const MOST_WORDS = 3;

/** Takes the first period out of the words, the longest one that begins at a word. */
export function takePeriod(
  words: readonly string[],
  today: string,
): { readonly period: TypedPeriod | null; readonly others: readonly string[] } {
  for (let start = 0; start < words.length; start += 1)
    for (let count = Math.min(MOST_WORDS, words.length - start); count > 0; count -= 1) {
      const period = readPeriod(words.slice(start, start + count).join(' '), today);
      if (period !== null)
        return { period, others: [...words.slice(0, start), ...words.slice(start + count)] };
    }
  return { period: null, others: words };
}
