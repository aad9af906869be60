import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { currentLoad } from '@palier/test-support/result-page';
import { readArguments } from '@palier/base/arguments';
import { createEnvironment } from './ledger/environment';
import { lastRows, ledgerRows } from './ledger/ledger-rows';
import { firstStartRow } from './first-start-row';
import { frontRows } from './front/rows';
import { SOCKET_ROWS } from './sockets/socket-rows';
import { measureRow } from './measure';
import { requireBenchPrograms } from './required-programs';
import type { BenchRow } from './row';
import { runRows, selectRows } from '@palier/test-support/rows';
import { storeOutcome, summary } from './table';
import { CommandError, runCommand } from '@palier/base/command';
import { CACHE, keepToOwnStore } from '@palier/base/paths';

/** With more, calls mostly wait for a processor, and a ratio of times says little. */
const MAX_LOAD_A_CORE = 4;
const USAGE =
  'npm run bench -- [benchmark or group …] [--rounds 7] [--seconds 2] [--size 10000000] ' +
  '[--soak-minutes 10] [--patience 5] [--list]';

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
        rounds: { type: 'string', default: '7' },
        seconds: { type: 'string', default: '2' },
        size: { type: 'string', default: '10000000' },
        'soak-minutes': { type: 'string', default: '10' },
        patience: { type: 'string', default: '5' },
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
  const chosen = selectRows(rows, positionals, USAGE);
  if (values.list) {
    for (const { id, group, title } of chosen) console.log(`${group.padEnd(10)} ${id.padEnd(18)} ${title}`);
    return 0;
  }
  await requireBenchPrograms(chosen);
  const runOne = async (row: BenchRow): Promise<boolean> => {
    console.log(`${row.id}: ${row.title}`);
    const outcome = await measureRow(row, {
      rounds,
      patienceMs,
      say: console.log,
    });
    console.log(`  ${summary(outcome)}`);
    const isQuiet = currentLoad() <= MAX_LOAD_A_CORE * availableParallelism();
    // Stored after each benchmark, so that an interrupted run keeps its results.
    if (isQuiet || row.isCount === true)
      await storeOutcome(
        isQuiet ? outcome : { ...outcome, beside: null },
        rows.map(({ id }) => id),
      );
    if (!isQuiet) console.log(`  the times are not stored: the load average is ${currentLoad()}`);
    return outcome.verdict !== 'misses';
  };
  try {
    return await runRows(chosen, runOne);
  } finally {
    await environment.close();
    await front.close();
  }
});
