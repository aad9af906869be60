import { join } from 'node:path';
import { readArguments } from '@palier/base/arguments';
import { createEnvironment } from './ledger/environment';
import { lastRows, ledgerRows } from './ledger/ledger-rows';
import { firstStartRow } from './first-start-row';
import { frontRows } from './front/rows';
import { SOCKET_ROWS } from './sockets/socket-rows';
import { measureRow } from './measure';
import { requireBenchPrograms } from './required-programs';
import type { BenchRow, Outcome } from './row';
import { storeOutcome, summary } from './table';
import { CommandError, runCommand } from '@palier/base/command';
import { CACHE, keepToOwnStore } from '@palier/base/paths';

const USAGE =
  'npm run bench -- [benchmark or group …] [--rounds 3] [--seconds 5] [--size 10000000] ' +
  '[--soak-minutes 10] [--patience 60] [--list]';

function chooseRows(rows: readonly BenchRow[], names: readonly string[]): BenchRow[] {
  const unknown = names.filter((name) => !rows.some(({ id, group }) => id === name || group === name));
  if (unknown.length > 0)
    throw new CommandError(`There is no benchmark or group called ${unknown.join(', ')}.`, USAGE);
  return rows.filter(({ id, group, onlyByName = false }) =>
    names.length === 0 ? !onlyByName : names.includes(id) || (names.includes(group) && !onlyByName),
  );
}

/** An option's number; throws a CommandError when the text is not a number. */
function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= 0 && Number.isFinite(number)) return number;
  throw new CommandError(`--${name} is "${text}", which is not a number.`, USAGE);
}

runCommand(async () => {
  keepToOwnStore();
  const { values, positionals } = readArguments(
    {
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '3' },
        seconds: { type: 'string', default: '5' },
        size: { type: 'string', default: '10000000' },
        'soak-minutes': { type: 'string', default: '10' },
        patience: { type: 'string', default: '60' },
        list: { type: 'boolean', default: false },
      },
    },
    USAGE,
  );
  const environment = createEnvironment({
    folder: join(CACHE, 'bench'),
    seconds: numberOf('seconds', values.seconds),
    size: numberOf('size', values.size),
    soakMinutes: numberOf('soak-minutes', values['soak-minutes']),
    say: console.log,
  });
  const rounds = numberOf('rounds', values.rounds);
  const patienceMs = numberOf('patience', values.patience) * 1_000;
  const front = frontRows();
  const rows = [
    ...ledgerRows(environment),
    ...SOCKET_ROWS,
    firstStartRow(),
    ...front.rows,
    ...lastRows(environment),
  ];
  const chosen = chooseRows(rows, positionals);
  if (values.list) {
    for (const { id, group, title } of chosen) console.log(`${group.padEnd(10)} ${id.padEnd(18)} ${title}`);
    return 0;
  }
  requireBenchPrograms(chosen);
  const outcomes: Outcome[] = [];
  try {
    for (const row of chosen) {
      console.log(`${row.id}: ${row.title}`);
      const outcome = await measureRow(row, {
        rounds,
        patienceMs,
        say: console.log,
      });
      console.log(`  ${summary(outcome)}`);
      outcomes.push(outcome);
      // Stored after each benchmark, so that an interrupted run keeps its results.
      await storeOutcome(
        outcome,
        rows.map(({ id }) => id),
      );
    }
  } finally {
    await environment.close();
    await front.close();
  }
  return outcomes.some(({ verdict }) => verdict === 'misses') ? 1 : 0;
});
