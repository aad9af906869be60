/**
 * Header of every answer of the API: the current day of the server's TIME_ZONE, and the seconds that are left
 * of it (decision 0073). `2026-11-28;ends-in=70188`
 */
export const PLATFORM_DAY_HEADER = 'x-platform-day';
