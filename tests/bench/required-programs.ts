import { requirePrograms, type RequiredProgram } from '@palier/base/process/required-programs';
import type { BenchRow } from './row';

const WRK: RequiredProgram = { name: 'wrk', debianPackage: 'wrk' };
export const PGBENCH: RequiredProgram = {
  name: 'pgbench',
  debianPackage: 'postgresql-contrib',
  variable: 'PGBENCH',
};
const VALGRIND: RequiredProgram = { name: 'valgrind', debianPackage: 'valgrind' };
/** The programs that benchmarks run, by group or id. */
const PROGRAMS: Readonly<Record<string, readonly RequiredProgram[]>> = {
  ledger: [WRK, PGBENCH],
  movements: [VALGRIND],
  bets: [VALGRIND],
  'post-hot': [VALGRIND],
  http: [WRK],
  'post-large': [PGBENCH],
  soak: [WRK],
};

/**
 * Installs the programs of these benchmarks, as root on Debian. Throws a SetupError when this machine still lacks
 * one.
 */
export async function requireBenchPrograms(rows: readonly Pick<BenchRow, 'id' | 'group'>[]): Promise<void> {
  const names = new Set(rows.flatMap(({ id, group }) => [id, group]));
  await requirePrograms(
    'This benchmark',
    Object.entries(PROGRAMS).flatMap(([name, programs]) => (names.has(name) ? programs : [])),
  );
}
