import { readFile } from 'node:fs/promises';

const OPERATIONS = new URL('../../../docs/operations.md', import.meta.url);

/** The statements that docs/operations.md tells to run once a database is restored. */
export async function statementsAfterRestore(): Promise<string[]> {
  const guide = await readFile(OPERATIONS, 'utf8');
  const lines = /^pg_restore .*\n((?:psql .*\n)+)npm run admin -- verify/m.exec(guide)?.[1] ?? '';
  const statements = [...lines.matchAll(/^psql "\$DATABASE_URL" -c (['"])(.*)\1$/gm)].map(
    ([, , one]) => one!,
  );
  if (statements.length === 0) throw new Error('docs/operations.md no longer says what a restore needs');
  return statements;
}
