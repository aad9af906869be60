import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '@palier/base/process/find-program';
import { run } from '@palier/base/process/run';
import { PGBENCH } from './required-programs';

/** The machine's pgbench, which `requireBenchPrograms` has found; the embedded PostgreSQL has none. */
const pgbench = (): string => findProgram(PGBENCH.name, PGBENCH.variable) ?? PGBENCH.name;

export interface PgbenchLoad {
  readonly databaseUrl: string;
  readonly clients: number;
  readonly seconds: number;
  /** A script, or one built into pgbench. */
  readonly script: { readonly text: string } | { readonly builtin: 'tpcb-like' };
  /** Folder for the script. */
  readonly folder: string;
}

/** Runs pgbench on prepared statements; returns transactions a second and the mean latency in ms. */
export async function runPgbench(load: PgbenchLoad): Promise<{ tps: number; latencyMs: number }> {
  const file = join(load.folder, 'script.sql');
  if ('text' in load.script) await writeFile(file, load.script.text);
  const { code, output } = await run(pgbench(), [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(load.clients),
    '-j',
    String(Math.min(2, load.clients)),
    '-T',
    String(load.seconds),
    ...('text' in load.script ? ['-f', file] : ['-b', load.script.builtin]),
    load.databaseUrl,
  ]);
  const tps = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
  const latencyMs = Number(/latency average = ([\d.]+)/.exec(output)?.[1]);
  if (code !== 0 || !(tps > 0)) throw new Error(`pgbench failed:\n${output.slice(-2_000)}`);
  return { tps, latencyMs };
}

/** Creates pgbench's own tables for its TPC-B-like script. */
export async function initializeTpcB(databaseUrl: string, scale: number): Promise<void> {
  const { code, output } = await run(pgbench(), ['-i', '-q', '-s', String(scale), databaseUrl]);
  if (code !== 0) throw new Error(`pgbench -i failed:\n${output.slice(-2_000)}`);
}
