/** Singleton of the page: date formats, and the platform day. */

export { addDays, isDay } from './day';
export { platformDay, readPlatformDay, usePlatformDay } from './platform-day';

/**
 * An ISO date-time with a space for T and without fractional seconds (section 3 of docs/spec-coverage.md).
 */
export const formatDateTime = (iso: string): string => iso.replace('T', ' ').replace(/\.\d+/, '');

export const startOfDay = (day: string): string => `${day}T00:00:00`;

export const endOfDay = (day: string): string => `${day}T23:59:59.999`;
