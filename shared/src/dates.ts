/** Singleton of the page: date formats. */

/** An ISO date-time with a space for T and without fractional seconds (section 3 of docs/spec-coverage.md). */
export const formatDateTime = (iso: string): string => iso.replace('T', ' ').replace(/\.\d+/, '');

const pad = (value: number): string => String(value).padStart(2, '0');

/** The local date as the value of a date input: YYYY-MM-DD. */
export const toDateInput = (date: Date): string =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

export const startOfDay = (dateInput: string): string => `${dateInput}T00:00:00`;

export const endOfDay = (dateInput: string): string => `${dateInput}T23:59:59.999`;
