import { CommandError } from '@palier/base/command';

/** A row of a page of results: a fault scenario, a benchmark or a row of the drill. */
export interface Row {
  /** The first cell of its line, and the argument that selects it. */
  readonly id: string;
  /** Another argument that selects it, with the other rows of its group. */
  readonly group?: string;
  /** Takes long: without its id it is not run. */
  readonly onlyByName?: boolean;
}

/** The rows that these ids and groups name, all without names. Throws a CommandError for an unknown name. */
export function selectRows<One extends Row>(
  rows: readonly One[],
  names: readonly string[],
  usage: string,
): One[] {
  const unknown = names.find((name) => !rows.some(({ id, group }) => id === name || group === name));
  if (unknown !== undefined) throw new CommandError(`There is no row or group called ${unknown}.`, usage);
  return rows.filter(({ id, group, onlyByName = false }) => {
    if (names.includes(id)) return true;
    if (onlyByName) return false;
    return names.length === 0 || (group !== undefined && names.includes(group));
  });
}

/**
 * Runs rows one after the other and returns the exit code: 1 when `run` returned false for one of them. A row
 * that throws has failed, and the next ones still run; a CommandError says that no row can run, and ends the
 * run.
 */
export async function runRows<One extends Row>(
  rows: readonly One[],
  run: (row: One) => Promise<boolean>,
): Promise<number> {
  const failed: string[] = [];
  for (const row of rows)
    try {
      if (!(await run(row))) failed.push(row.id);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      console.error(`✗ ${row.id}:`, error);
      failed.push(row.id);
    }
  const names = failed.length === 0 ? '' : `: ${failed.join(', ')}`;
  console.log(`\n${rows.length - failed.length} passed, ${failed.length} failed${names}.`);
  return failed.length === 0 ? 0 : 1;
}

const FAILURES_SHOWN = 5;

/** Prints a row's result in one line, and its first failures. */
export function printResult(parts: readonly string[], failures: readonly string[]): void {
  console.log(`${failures.length === 0 ? '✓' : '✗'} ${parts.join(' | ')}`);
  for (const failure of failures.slice(0, FAILURES_SHOWN)) console.log(`      ${failure}`);
}
