import { toDateInput } from '@palier/shared/dates';

/** Whether `text` is an existing day, YYYY-MM-DD. Some browsers parse 30 February as 2 March. */
export const isLocalDate = (text: string | null): text is string =>
  text !== null && toDateInput(new Date(`${text}T12:00`)) === text;

/** At noon, because daylight saving may skip midnight. */
export const daysBefore = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12);
