/** Section 3 of docs/spec-coverage.md: an ISO date-time shown with T replaced by a space and fractional seconds removed. */
export const formatDateTime = (iso: string): string => iso.replace('T', ' ').replace(/\.\d+/, '');

const pad = (value: number): string => String(value).padStart(2, '0');

/** A Date as the value of a date input, in local time: YYYY-MM-DD. */
export const toDateInput = (date: Date): string =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** Section 9 of docs/spec-coverage.md: from-date set to the start of its day. */
export const startOfDay = (dateInput: string): string => `${dateInput}T00:00:00`;

/** Section 9 of docs/spec-coverage.md: to-date set to 23:59:59.999. */
export const endOfDay = (dateInput: string): string => `${dateInput}T23:59:59.999`;
