import { fromMicros } from '@palier/shared/money';
import { gapOf, readSubtreeBalances } from '../reports/trial-balance.repository';
import type { Queryable } from '../database/pool';
import { lookupUsername } from '../users/username';
import { EXIT, type ExitCode, type OperatorCommand } from './operator-command';

/** `trial-balance [name]` exits 1 when an equality does not hold. */
export const trialBalance: OperatorCommand = {
  forms: ['[<name>]'],
  summary: 'shows the balance of a subtree, or of all subtrees',
  words: [0, 1],
  database: 'application',
  run: ({ pool, words: [name] }) => printAndCheckBalances(pool, name),
};

async function printAndCheckBalances(database: Queryable, name: string | undefined): Promise<ExitCode> {
  const balances = await readSubtreeBalances(
    database,
    name === undefined ? 'capos' : { username: lookupUsername(name) },
  );
  if (name !== undefined && balances.length === 0) throw new Error(`There is no account named ${name}.`);
  for (const balance of balances) {
    const { username, own, below, inPlay, issued, withdrawn } = balance;
    process.stdout.write(
      `${username}: own ${fromMicros(own)}, sub-accounts ${fromMicros(below)}, ` +
        `total ${fromMicros(own + below)} TND\n` +
        `  sub-accounts ${fromMicros(below)} + own ${fromMicros(own)} + in play ${fromMicros(inPlay)} ` +
        `${gapOf(balance) === 0n ? '=' : '≠'} ` +
        `issued ${fromMicros(issued)} − withdrawn ${fromMicros(withdrawn)}\n`,
    );
  }
  const { rows: kinds } = await database.query<{ kind: string; sum: bigint }>(
    'select kind, sum(balance)::bigint as sum from accounts group by kind order by kind',
  );
  for (const { kind, sum } of kinds) process.stdout.write(`${kind}: ${fromMicros(sum)} TND\n`);
  const isClosed = kinds.reduce((sum, row) => sum + row.sum, 0n) === 0n;
  return isClosed && balances.every((balance) => gapOf(balance) === 0n) ? EXIT.ok : EXIT.finding;
}
