import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import type { Queryable } from '@palier/server/database';
import { embeddedPackage } from '@palier/stack/postgres/embedded-package';

/** Before the counted statements: PostgreSQL fills its caches and fixes the plans of prepared statements. */
const WARM_UPS = 8;
const COUNTED = 16;
const SETTINGS = ['-c', 'fsync=off', '-c', 'shared_buffers=64MB'];
/** What PostgreSQL prints of a movement that was applied. */
const APPLIED = /"ok": true/g;

/** Calls the ledger through a repository; each call is a new movement. */
export type MakeCall = (database: Queryable) => Promise<unknown>;

/**
 * The instructions of a stopped PostgreSQL for one call of the ledger: callgrind counts them in the
 * single-user mode for a few calls and for more, and the difference is divided. The calls are the statements
 * that the server sends.
 * @param movements that one call applies
 */
export async function countInstructions(
  cluster: string,
  makeCall: MakeCall,
  movements: number,
): Promise<number> {
  const countOf = async (calls: number): Promise<number> => {
    const { instructions, output } = await runInSingleUserMode(cluster, await record(makeCall, calls));
    if (output.match(APPLIED)?.length === calls * movements) return instructions;
    throw new Error(`a movement was refused:\n${output.slice(-2_000)}`);
  };
  const few = await countOf(WARM_UPS);
  return ((await countOf(WARM_UPS + COUNTED)) - few) / COUNTED;
}

/** The statements of `count` calls, which are not sent. */
async function record(makeCall: MakeCall, count: number): Promise<pg.QueryConfig[]> {
  const statements: pg.QueryConfig[] = [];
  const recorder = {
    query: (statement: pg.QueryConfig) => {
      statements.push(statement);
      return Promise.resolve({ rows: [{ answer: '[]' }] });
    },
  } as unknown as Queryable;
  for (let call = 0; call < count; call += 1) await makeCall(recorder);
  return statements;
}

async function runInSingleUserMode(
  cluster: string,
  statements: readonly pg.QueryConfig[],
): Promise<{ instructions: number; output: string }> {
  const { uid, gid } = await stat(cluster);
  const native = join(embeddedPackage(), 'native');
  const child = spawn(
    'valgrind',
    [
      '--tool=callgrind',
      '--callgrind-out-file=/dev/null',
      join(native, 'bin/postgres'),
      '--single',
      '-D',
      cluster,
      ...SETTINGS,
      'palier',
    ],
    // PostgreSQL runs as the owner of its files.
    { uid, gid, cwd: cluster, env: { ...process.env, LD_LIBRARY_PATH: join(native, 'lib') } },
  );
  const ended = once(child, 'close');
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  child.stdin.end(scriptOf(statements));
  const output = (await outputs).join('\n');
  await ended;
  const instructions = Number(/Collected : (\d+)/.exec(output)?.[1]);
  if (!(instructions > 0)) throw new Error(`callgrind failed:\n${output.slice(-2_000)}`);
  return { instructions, output };
}

/** The statements as the single-user mode reads them, one a line, prepared once like the server's. */
function scriptOf(statements: readonly pg.QueryConfig[]): string {
  const [first] = statements;
  const executions = statements.map(
    ({ values = [] }) => `execute call(${values.map((value: Parameter) => literalOf(value)).join()})`,
  );
  return [`prepare call as ${first?.text ?? ''}`, ...executions, ''].join('\n');
}

/** The parameters of the ledger are texts, numbers, missing values and lists of these. */
type Parameter = string | number | bigint | null | undefined;

function literalOf(value: Parameter | readonly Parameter[]): string {
  if (value === undefined || value === null) return 'null';
  return pg.escapeLiteral(
    typeof value === 'object' ? `{${value.map((element) => elementOf(element)).join()}}` : String(value),
  );
}

const elementOf = (value: Parameter): string =>
  value === undefined || value === null ? 'null' : JSON.stringify(String(value));
