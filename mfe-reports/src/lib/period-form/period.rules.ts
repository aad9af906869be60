import { addDays, isDay } from '@palier/shared/dates';
import { messages } from './period-form.messages';

/** Two days, YYYY-MM-DD, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The period in the URL. Null when a date is missing or invalid. */
export const periodOfUrl = (from: string | null, to: string | null): Period | null =>
  isDay(from) && isDay(to) ? { from, to } : null;

export const isSamePeriod = (one: Period, other: Period): boolean =>
  one.from === other.from && one.to === other.to;

/**
 * One day as a period; the platform day is the default of the report (section 9 of docs/spec-coverage.md).
 */
export const onDay = (day: string): Period => ({ from: day, to: day });

/** The last `count` days, today included. */
export const lastDays =
  (count: number) =>
  (today: string): Period => ({ from: addDays(today, 1 - count), to: today });

const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;
/** A Monday, from which weeks are counted. */
const FIRST_MONDAY = Date.parse('1900-01-01');

/** The week of a day, from Monday to Sunday, also while it is not over. */
export function weekOf(day: string): Period {
  const sinceMonday = ((Date.parse(day) - FIRST_MONDAY) / DAY_MS) % DAYS_OF_WEEK;
  const from = addDays(day, -sinceMonday);
  return { from, to: addDays(from, DAYS_OF_WEEK - 1) };
}

/** The days before a period, as many as it has: before a week the week before. */
export function periodBefore({ from, to }: Period): Period {
  const dayCount = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return { from: addDays(from, -dayCount), to: addDays(from, -1) };
}

/** Why a period cannot be shown, by the field that says it; null if it can. */
export function periodFault(
  { from, to }: Period,
  isOpen = false,
): { readonly field: keyof Period; readonly text: string } | null {
  const isGiven = (day: string): boolean => isDay(day) || (isOpen && day === '');
  if (!isGiven(from)) return { field: 'from', text: messages.noDate };
  if (!isGiven(to)) return { field: 'to', text: messages.noDate };
  return from !== '' && to !== '' && from > to ? { field: 'to', text: messages.reversed } : null;
}

export interface Preset {
  /** Kept with saved filters. */
  readonly id: string;
  readonly label: string;
  readonly periodAt: (today: string) => Period;
}

export const YESTERDAY: Preset = {
  id: 'hier',
  label: 'Hier',
  periodAt: (today) => onDay(addDays(today, -1)),
};
export const THIS_WEEK: Preset = { id: 'semaine', label: 'Cette semaine', periodAt: weekOf };
export const LAST_WEEK: Preset = {
  id: 'semaine-derniere',
  label: 'Semaine dernière',
  periodAt: (today) => weekOf(addDays(today, -DAYS_OF_WEEK)),
};

export const PRESETS: readonly Preset[] = [
  { id: 'aujourdhui', label: "Aujourd'hui", periodAt: onDay },
  YESTERDAY,
  THIS_WEEK,
  LAST_WEEK,
  { id: '7-jours', label: '7 jours', periodAt: lastDays(7) },
  { id: '30-jours', label: '30 jours', periodAt: lastDays(30) },
  {
    id: 'mois',
    label: 'Ce mois',
    periodAt: (today) => ({ from: `${today.slice(0, 8)}01`, to: today }),
  },
];

/** The usual period that a period is today. */
export const presetOf = (period: Period, today: string): Preset | undefined =>
  PRESETS.find(({ periodAt }) => isSamePeriod(periodAt(today), period));
