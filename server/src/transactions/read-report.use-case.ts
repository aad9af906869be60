import type { Report } from '@palier/shared/contracts';
import { Refusal } from '../errors/refusal';
import type { Services } from '../services';
import type { Caller } from '../sessions/authenticate';
import { readTotals } from './history.repository';

/** Spec §7, report of the caller between two local date-times, both included. */
export async function readReport(
  { pool, config }: Services,
  { user }: Caller,
  range: { from: string; to: string },
): Promise<Report> {
  assertRealDate(range.from);
  assertRealDate(range.to);
  // A second given without its fraction is meant whole: 23:59:59 includes 23:59:59.999.
  const to = range.to.includes('.') ? range.to : `${range.to}.999`;
  if (range.from > to) throw new Refusal('invalid-input', 'La date de début est après la date de fin.');
  return readTotals(pool, user.accountId, range.from, to, config.TIME_ZONE);
}

/** Refuses 30 February, 24:00 and years before 1900: Date would quietly turn them into other days. */
function assertRealDate(local: string): void {
  const seconds = local.slice(0, 19);
  const date = new Date(`${seconds}Z`);
  if (
    Number.isNaN(date.getTime()) ||
    date.toISOString().slice(0, 19) !== seconds ||
    date.getUTCFullYear() < 1900
  ) {
    throw new Refusal('invalid-input', 'La date est invalide.');
  }
}
