/**
 * SQL that writes a moment as the wire tells it (design §4): the local ISO date-time of `zone`, to the millisecond. Both are SQL
 * as well, such as a column and a parameter.
 */
export const localTime = (moment: string, zone: string): string =>
  `to_char(${moment} at time zone ${zone}, 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;
