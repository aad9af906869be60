/** Replaces server/src/operator/database-url.ts in the kit: only commands of operators use a database. */
export function databaseUrlOf(): never {
  throw new Error('The kit uses no database.');
}
