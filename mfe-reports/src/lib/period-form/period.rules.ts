import { addDays, isDay } from '@palier/shared/dates';

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

export const PRESETS: readonly { readonly label: string; readonly periodAt: (today: string) => Period }[] = [
  { label: "Aujourd'hui", periodAt: onDay },
  { label: 'Hier', periodAt: (today) => onDay(addDays(today, -1)) },
  { label: '7 jours', periodAt: lastDays(7) },
  { label: '30 jours', periodAt: lastDays(30) },
  { label: 'Ce mois', periodAt: (today) => ({ from: `${today.slice(0, 8)}01`, to: today }) },
];
