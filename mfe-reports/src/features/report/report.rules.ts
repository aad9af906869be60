import { endOfDay, startOfDay, toDateInput } from '@palier/shared/dates';

/** Two days as date inputs hold them, YYYY-MM-DD, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The report's query (spec §9): the from-date at the start of its day, the to-date at 23:59:59.999. */
export const toReportQuery = ({ from, to }: Period): Period => ({
  from: startOfDay(from),
  to: endOfDay(to),
});

/** Noon keeps a day's arithmetic clear of the hour that daylight saving moves. */
const daysBefore = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12);

/** Spec §9: the report defaults to today. */
export const today = (now: Date): Period => ({ from: toDateInput(now), to: toDateInput(now) });

export const PRESETS: readonly { readonly label: string; readonly periodAt: (now: Date) => Period }[] = [
  { label: "Aujourd'hui", periodAt: today },
  {
    label: 'Hier',
    periodAt: (now) => ({ from: toDateInput(daysBefore(now, 1)), to: toDateInput(daysBefore(now, 1)) }),
  },
  { label: '7 jours', periodAt: (now) => ({ from: toDateInput(daysBefore(now, 6)), to: toDateInput(now) }) },
  {
    label: 'Mois',
    periodAt: (now) => ({
      from: toDateInput(new Date(now.getFullYear(), now.getMonth(), 1, 12)),
      to: toDateInput(now),
    }),
  },
];
