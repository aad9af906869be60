import { toDateInput } from '@palier/shared/dates';

/** Whether `text` is a day as date inputs hold it, YYYY-MM-DD; of 30 February some browsers make 2 March. */
export const isLocalDate = (text: string | null): text is string =>
  text !== null && toDateInput(new Date(`${text}T12:00`)) === text;

/** Noon keeps a day's arithmetic clear of the hour that daylight saving moves. */
export const daysBefore = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12);
