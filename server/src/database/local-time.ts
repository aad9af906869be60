/**
 * SQL for a moment as local ISO date-time in `zone`, to the millisecond. Both arguments are SQL, such as a
 * column and a parameter.
 */
export const localTime = (moment: string, zone: string): string =>
  `to_char(${moment} at time zone ${zone}, 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;
