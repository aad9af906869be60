import { MAX_REPORT_DAYS } from '@palier/shared/contracts';
import { invalidInput } from '../refusals/refusal';

/** The first and the last date or date-time of a report, both included; local. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

/** Refuses 30 February, 24:00, which Date would turn into other days, and years before 1900. */
export function assertRealDate(local: string): void {
  const seconds = local.slice(0, 19);
  const date = new Date(`${seconds}Z`);
  if (
    Number.isNaN(date.getTime()) ||
    date.toISOString().slice(0, 19) !== seconds ||
    date.getUTCFullYear() < 1900
  )
    throw invalidInput('La date est invalide.');
}

export function assertOrdered({ from, to }: Period): void {
  if (from > to) throw invalidInput('La date de début est après la date de fin.');
}

/** Refuses a range of local days that does not exist, ends before it starts or is longer than a year. */
export function assertDayRange({ from, to }: Period): void {
  assertRealDate(`${from}T00:00:00`);
  assertRealDate(`${to}T00:00:00`);
  assertOrdered({ from, to });
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_REPORT_DAYS)
    throw invalidInput(`La période dépasse ${MAX_REPORT_DAYS} jours.`);
}
