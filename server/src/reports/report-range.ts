import { invalidDate, startAfterEnd } from './errors';

/** Refuses 30 February, 24:00, which Date would turn into other days, and years before 1900. */
export function assertRealDate(local: string): void {
  const seconds = local.slice(0, 19);
  const date = new Date(`${seconds}Z`);
  if (
    Number.isNaN(date.getTime()) ||
    date.toISOString().slice(0, 19) !== seconds ||
    date.getUTCFullYear() < 1900
  )
    throw invalidDate();
}

export function assertOrdered(from: string, to: string): void {
  if (from > to) throw startAfterEnd();
}
