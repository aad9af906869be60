import { Refusal } from '../refusals/refusal';

/** Refuses 30 February, 24:00 and years before 1900: Date would quietly turn them into other days. */
export function assertRealDate(local: string): void {
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

export function assertOrdered(from: string, to: string): void {
  if (from > to) throw new Refusal('invalid-input', 'La date de début est après la date de fin.');
}
