import { describeChangedCollations } from '../database/collations';
import type { Queryable } from '../database/pool';
import { LEDGER_RULES } from './ledger-rules';
import { EXIT, type ExitCode, type OperatorCommand } from './operator-command';
import { AmcheckUnavailable, findDamagedKeys } from './unique-keys';

/** Recounts the ledger; null when all rules hold, else the broken rule and its first row. */
export async function verifyLedger(database: Queryable): Promise<{ rule: string; row: string } | null> {
  for (const [rule, sql] of Object.entries(LEDGER_RULES)) {
    // Materialized, because for one row the planner would choose an index lookup for each posting.
    const { rows } = await database.query<{ row: string }>(
      `with wrong as materialized (${sql}) select row from wrong limit 1`,
    );
    if (rows[0] !== undefined) return { rule, row: rows[0].row };
  }
  return null;
}

/** `verify --indexes` also compares the unique indexes with their tables, which reads both. */
export const verify: OperatorCommand = {
  forms: ['[--indexes]'],
  summary: 'recounts the whole ledger and names the first wrong row',
  help: `Exits 1 when a rule of the ledger is broken, when a collation has changed since the indexes were
built, or when an index is damaged, and 3 when --indexes cannot check the indexes because amcheck is not
installed.`,
  options: { indexes: { type: 'boolean' } },
  database: 'owner',
  job: () => 'verify',
  async run({ pool, options }) {
    const fault = await verifyLedger(pool);
    const collations = await describeChangedCollations(pool);
    process.stdout.write(
      fault === null ? 'The ledger is correct.\n' : `WRONG: ${fault.rule}; first row: ${fault.row}\n`,
    );
    for (const sentence of collations) process.stdout.write(`WRONG: ${sentence}\n`);
    const isSound = fault === null && collations.length === 0;
    if (options.indexes !== true) return isSound ? EXIT.ok : EXIT.finding;
    const indexes = await checkIndexes(pool);
    return isSound ? indexes : EXIT.finding;
  },
};

async function checkIndexes(database: Queryable): Promise<ExitCode> {
  try {
    const { checked, damaged } = await findDamagedKeys(database);
    for (const { index, table, fault } of damaged)
      process.stdout.write(`WRONG: the index ${index} of ${table} is damaged: ${fault}\n`);
    if (damaged.length === 0)
      process.stdout.write(`The ${checked} unique indexes agree with their tables.\n`);
    else process.stdout.write('What to do: docs/runbook.md, "Changed collation or damaged index".\n');
    return damaged.length === 0 ? EXIT.ok : EXIT.finding;
  } catch (error) {
    if (!(error instanceof AmcheckUnavailable)) throw error;
    process.stdout.write(`${error.message}\n`);
    return EXIT.failed;
  }
}
