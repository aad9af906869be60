import { fromMicros } from '@palier/shared/money';
import { readTimeZone } from '../config/config';
import { inTransaction } from '../database/pool';
import { userCodeOf } from '../games/port';
import {
  markExamined,
  selectFindings,
  type FindingSelection,
  type NumberRange,
  type SelectedFinding,
} from '../games/reconciliation/finding.repository';
import {
  findingCount,
  describeSet,
  KINDS,
  printFindings,
  printKinds,
  printTotals,
  sumOf,
} from './findings-report';
import { EXIT, UsageError, type DatabaseCall, type ExitCode, type OperatorCommand } from './operator-command';
import { print } from './printed-text';

const SELECTION = '[<first>-<last>] [--player u<number>] [--kind <kind>] [--from <hour>] [--to <hour>]';

/**
 * Lists and sums up what people must examine, and marks it. A set is marked only if its count and sum are
 * those that the operator gives, so that a finding that arrived meanwhile is never marked with it (decision
 * 0101).
 */
export const findings = {
  forms: [
    SELECTION,
    `totals ${SELECTION}`,
    'examined <number>',
    `examined ${SELECTION} --count <n> --sum <TND>`,
  ],
  summary: 'lists rounds, wins and movements of games to examine, sums them up, or marks them as examined',
  help: `Exits 1 when the list or the totals have findings. The person is recorded (--by).
totals has the amounts by kind, hour and player, and prints the command that marks exactly these findings.
A set is marked only if it has this count and sum; one finding needs neither.
A range that holds other findings than the options name is refused.
--from and --to are the first and the last hour of the movements in TIME_ZONE, as in 2026-11-28T01.
Kinds: ${Object.keys(KINDS).join(', ')}.`,
  words: [0, 2],
  options: {
    player: { type: 'string' },
    kind: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    count: { type: 'string' },
    sum: { type: 'string' },
  },
  database: 'application',
  run: runFindings,
} satisfies OperatorCommand;

async function runFindings(call: DatabaseCall): Promise<ExitCode> {
  const [first] = call.words;
  const action = first === 'totals' || first === 'examined' ? first : 'list';
  const words = action === 'list' ? call.words : call.words.slice(1);
  if (words.length > 1) throw new UsageError('Write "totals" or "examined" before the numbers.');
  const selection = readSelection(words[0], call.options);
  const timeZone = readTimeZone(call.environment);
  if (action === 'examined') return examine(call, timeZone, selection);
  if (call.options.count !== undefined || call.options.sum !== undefined)
    throw new UsageError('--count and --sum belong to "examined".');
  const selected = await selectFindings(call.pool, timeZone, selection);
  assertNamed(selected, selection);
  if (action === 'totals') printTotals(selected, selection, timeZone);
  else {
    printFindings(selected);
    print(`${selected.length} findings to examine.`);
  }
  return selected.length === 0 ? EXIT.ok : EXIT.finding;
}

const KNOWN_KINDS: readonly string[] = Object.keys(KINDS);
const HOUR = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])$/;
const isKnownOrAbsent = (value: string | undefined, known: (value: string) => boolean): boolean =>
  value === undefined || known(value);

function readSelection(numbers: string | undefined, options: DatabaseCall['options']): FindingSelection {
  const { player, kind, from, to } = options as Record<string, string | undefined>;
  if (!isKnownOrAbsent(player, (code) => /^u\d{1,9}$/.test(code)))
    throw new UsageError('--player is u<number>.');
  if (!isKnownOrAbsent(kind, (name) => KNOWN_KINDS.includes(name)))
    throw new UsageError(`--kind is one of ${KNOWN_KINDS.join(', ')}.`);
  for (const hour of [from, to])
    if (!isKnownOrAbsent(hour, (text) => HOUR.test(text)))
      throw new UsageError('--from and --to are hours, as in 2026-11-28T01.');
  if (from !== undefined && to !== undefined && from > to)
    throw new UsageError(`--from ${from} is after --to ${to}.`);
  return {
    range: numbers === undefined ? undefined : readRange(numbers),
    userId: player === undefined ? undefined : Number(player.slice(1)),
    kind,
    from,
    to,
  };
}

/** `17-3426`; a single number is a range of one. */
function readRange(numbers: string): NumberRange {
  const [, first = '', last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(numbers) ?? [];
  if (first === '') throw new UsageError('Write the number of a finding, or two of them, as in 17-3426.');
  if (Number(first) > Number(last)) throw new UsageError(`The range ${numbers} is reversed.`);
  return { first: Number(first), last: Number(last) };
}

/** Throws when a range has findings that the options do not name. */
function assertNamed(selected: readonly SelectedFinding[], { range }: FindingSelection): void {
  const others = selected.filter(({ isNamed }) => !isNamed);
  if (range === undefined || others.length === 0) return;
  const { id, kind, userId, hour } = others[0]!;
  throw new Error(
    `The range ${range.first}-${range.last} has ${findingCount(others)} that the options do not name, ` +
      `the first is ${id} of player ${userCodeOf(userId)} (${kind}, ${hour}): nothing was done. ` +
      'Leave the range out to select by the options alone.',
  );
}

/** One transaction: the findings that are counted are the ones that are marked. */
async function examine(call: DatabaseCall, timeZone: string, selection: FindingSelection): Promise<ExitCode> {
  const { range } = selection;
  if (Object.values(selection).every((value) => value === undefined))
    throw new UsageError('Write the number of a finding, a range, or options that select findings.');
  const isSingle = range !== undefined && range.first === range.last;
  const expected = readExpected(call.options, isSingle);
  const marked = await inTransaction(call.pool, async (client) => {
    const selected = await selectFindings(client, timeZone, selection, true);
    assertNamed(selected, selection);
    if (selected.length === 0)
      throw new Error(
        isSingle
          ? `There is no finding ${range.first} to examine.`
          : 'This selection has no finding to examine.',
      );
    if (expected !== null) assertExpected(selected, expected);
    await markExamined(
      client,
      selected.map(({ id }) => id),
      call.operator,
    );
    return selected;
  });
  if (isSingle) print(`Finding ${range.first}: examined, by ${call.operator}.`);
  else {
    print(`${describeSet(marked)}: examined, by ${call.operator}.`);
    printKinds(marked);
  }
  return EXIT.ok;
}

interface Expected {
  readonly count: number;
  /** In dinars. */
  readonly sum: number;
}

/** Null for one finding without count and sum: the amount of a finding's number never changes. */
function readExpected(options: DatabaseCall['options'], isSingle: boolean): Expected | null {
  const { count: typedCount, sum } = options as Record<string, string | undefined>;
  if (isSingle && typedCount === undefined && sum === undefined) return null;
  if (!/^\d{1,9}$/.test(typedCount ?? '') || !/^\d{1,12}(\.\d{1,6})?$/.test(sum ?? ''))
    throw new UsageError('A set needs --count and --sum, as "findings totals" prints them.');
  return { count: Number(typedCount), sum: Number(sum) };
}

function assertExpected(selected: readonly SelectedFinding[], expected: Expected): void {
  if (selected.length === expected.count && fromMicros(sumOf(selected)) === expected.sum) return;
  throw new Error(
    `The selection has ${describeSet(selected)}, instead of ${expected.count} with ${expected.sum} TND: ` +
      'nothing was marked. A finding may have arrived, changed or been examined meanwhile: ' +
      'see "findings totals".',
  );
}
