/**
 * SQL for a moment as the wire has it (section 4 of docs/design.md): the local ISO date-time in `zone`, to the millisecond. Both arguments
 * are SQL
 * too, such as a column and a parameter.
 */
export const localTime = (moment: string, zone: string): string =>
  `to_char(${moment} at time zone ${zone}, 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;
