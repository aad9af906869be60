import { toDateInput } from '@palier/shared/dates';

/** Whether `text` is an existing day, YYYY-MM-DD. Some browsers parse 30 February as 2 March. */
export const isLocalDate = (text: string | null): text is string =>
  text !== null && toDateInput(new Date(`${text}T12:00`)) === text;

/** The current time, asked in each render. A function, because lint refuses `new Date()` in a component. */
export const now = (): Date => new Date();

/** At noon, because daylight saving may skip midnight. */
export const daysBefore = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12);

/** Two days, YYYY-MM-DD, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The period in the URL. Null when a date is missing or invalid. */
export const periodOfUrl = (from: string | null, to: string | null): Period | null =>
  isLocalDate(from) && isLocalDate(to) ? { from, to } : null;

export const isSamePeriod = (one: Period, other: Period): boolean =>
  one.from === other.from && one.to === other.to;

/** The day of `now` as a period: the default of the report (section 9 of docs/spec-coverage.md). */
export const dayOf = (now: Date): Period => ({ from: toDateInput(now), to: toDateInput(now) });

/** The last days, today included. */
export const lastDays =
  (count: number) =>
  (now: Date): Period => ({ from: toDateInput(daysBefore(now, count - 1)), to: toDateInput(now) });

export const PRESETS: readonly { readonly label: string; readonly periodAt: (now: Date) => Period }[] = [
  { label: "Aujourd'hui", periodAt: dayOf },
  {
    label: 'Hier',
    periodAt: (now) => ({ from: toDateInput(daysBefore(now, 1)), to: toDateInput(daysBefore(now, 1)) }),
  },
  { label: '7 jours', periodAt: lastDays(7) },
  { label: '30 jours', periodAt: lastDays(30) },
  {
    label: 'Ce mois',
    periodAt: (now) => ({
      from: toDateInput(new Date(now.getFullYear(), now.getMonth(), 1, 12)),
      to: toDateInput(now),
    }),
  },
];
