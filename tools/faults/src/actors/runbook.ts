import { readFile } from 'node:fs/promises';

const RUNBOOK = new URL('../../../../docs/runbook.md', import.meta.url);

/** The SQL statements of docs/runbook.md between two lines. */
async function statementsBetween(first: RegExp, last: RegExp): Promise<string[]> {
  const lines = (await readFile(RUNBOOK, 'utf8')).split('\n');
  const from = lines.findIndex((line) => first.test(line));
  const length = lines.slice(from + 1).findIndex((line) => last.test(line));
  const block = lines.slice(from + 1, from + 1 + length).join('\n');
  const statements = [
    ...block.matchAll(/^psql (?:-1 )?"\$(?:OWNER_)?DATABASE_URL" (?:-c (['"])(.*)\1|<<'SQL'\n([^]*?)\nSQL)$/gm),
  ].map(([, , short, long]) => short ?? long!);
  if (from === -1 || statements.length === 0)
    throw new Error(`docs/runbook.md has no statements after ${first}`);
  return statements;
}

/** The statements to run after a restore. */
export const statementsAfterRestore = (): Promise<string[]> =>
  statementsBetween(/^pg_restore /, /^npm run admin -- migrate/);

/** The statements to run after the database's clock was ahead and has been corrected. */
export const statementsAfterWrongClock = (): Promise<string[]> =>
  statementsBetween(/^## Clock ahead of time/, /^## /);
