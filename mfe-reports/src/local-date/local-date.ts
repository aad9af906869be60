/** Whether `text` is a day as date inputs hold it, YYYY-MM-DD. */
export const isLocalDate = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Noon keeps a day's arithmetic clear of the hour that daylight saving moves. */
export const daysBefore = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12);
