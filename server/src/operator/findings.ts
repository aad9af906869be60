import { fromMicros } from '@palier/shared/money';
import { readTimeZone } from '../config/config';
import { inTransaction, type Pool } from '../database/pool';
import { userCodeOf } from '../games/port';
import {
  markExamined,
  selectFindings,
  type Finding,
  type FindingSelection,
  type NumberRange,
  type SelectedFinding,
} from '../games/reconciliation/finding.repository';
import { calledAs } from './called-as';
import { EXIT, UsageError, type DatabaseCall, type ExitCode, type OperatorCommand } from './operator-command';
import { print } from './printed-text';

const KINDS: Record<Finding['kind'], string> = {
  'unknown-to-provider': 'UNKNOWN TO THE PROVIDER',
  'win-above-limit': 'WIN ABOVE THE LIMIT',
  'day-above-limit': 'NET WIN OF THE DAY ABOVE THE LIMIT',
  'reused-id': 'REFUSED, ITS TRANSACTION ID WAS USED FOR ANOTHER MOVEMENT',
  'refused-win': 'WIN REFUSED, NO STAKE STANDS FOR IT',
  'free-win': 'WIN WITHOUT A STAKE PAID',
  'win-after-refused-stake': 'WIN PAID, A STAKE OF ITS ROUND WAS REFUSED',
};

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
    `The range ${range.first}-${range.last} has ${count(others)} that the options do not name, ` +
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

const count = (some: readonly unknown[]): string =>
  `${some.length} ${some.length === 1 ? 'finding' : 'findings'}`;
const sumOf = (some: readonly Finding[]): bigint => some.reduce((sum, { amount }) => sum + amount, 0n);
const toAmount = (some: readonly Finding[]): string => `${fromMicros(sumOf(some))} TND`;

function describeSet(some: readonly Finding[]): string {
  const numbers = some.length === 0 ? '' : `, numbers ${some[0]!.id} to ${some.at(-1)!.id}`;
  return `${count(some)}${numbers}, ${toAmount(some)}`;
}

function printFindings(some: readonly Finding[]): void {
  for (const { id, kind, userId, providerCode, roundId, transactionId, amount, foundAt } of some) {
    const transaction = transactionId === null ? '' : `transaction ${transactionId} `;
    // Not of a refused movement, which may be a stake.
    const won = kind === 'reused-id' || kind === 'refused-win' ? '' : 'won ';
    print(
      `finding ${id} of ${foundAt.toISOString()}: ${providerCode} ${roundId} player ${userCodeOf(userId)} ` +
        `${transaction}${won}${fromMicros(amount)} TND: ${KINDS[kind]}`,
    );
  }
}

/** The findings by what `keyOf` says, in the order of these texts. */
function groupBy(
  some: readonly SelectedFinding[],
  keyOf: (finding: SelectedFinding) => string,
): [string, SelectedFinding[]][] {
  const groups = new Map<string, SelectedFinding[]>();
  for (const finding of some) {
    const key = keyOf(finding);
    const group = groups.get(key) ?? [];
    group.push(finding);
    groups.set(key, group);
  }
  return [...groups].toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
}

/** Amounts that were paid and amounts that were refused are never in one sum. */
function printKinds(some: readonly SelectedFinding[]): void {
  for (const [kind, ofKind] of groupBy(some, (finding) => finding.kind))
    print(`  ${kind}: ${count(ofKind)}, ${toAmount(ofKind)} (${KINDS[kind as Finding['kind']]})`);
}

/** Prints the amounts by kind, by hour and by player, and how to mark these findings and no others. */
function printTotals(some: readonly SelectedFinding[], selection: FindingSelection, timeZone: string): void {
  print(`${describeSet(some)}:`);
  if (some.length === 0) return;
  printKinds(some);
  print(`By hour of the movement (${timeZone}):`);
  for (const [key, group] of groupBy(some, ({ hour, kind }) => `${hour} ${kind}`))
    print(`  ${key}: ${count(group)}, ${toAmount(group)}`);
  print('By player:');
  for (const [key, group] of groupBy(
    some,
    ({ userId, username, kind }) => `${userCodeOf(userId)} ${username} ${kind}`,
  ))
    print(`  ${key}: ${count(group)}, ${toAmount(group)}`);
  print(`To mark exactly these: ${calledAs('findings')} examined ${toArguments(some, selection)}`);
}

/** The selection as one types it, with its count and sum. */
function toArguments(
  some: readonly SelectedFinding[],
  { range, userId, kind, from, to }: FindingSelection,
): string {
  const options = Object.entries({
    player: userId === undefined ? undefined : userCodeOf(userId),
    kind,
    from,
    to,
    count: String(some.length),
    sum: String(fromMicros(sumOf(some))),
  }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${value}`]));
  const isByOptions = options.length > 2 && range === undefined;
  const numbers = isByOptions ? [] : [`${some[0]!.id}-${some.at(-1)!.id}`];
  return [...numbers, ...options].join(' ');
}

/** The findings that are not examined, with their totals when there are several. Returns their number. */
export async function printOpenFindings(pool: Pool, timeZone: string): Promise<number> {
  const open = await selectFindings(pool, timeZone);
  printFindings(open);
  if (open.length > 1) printTotals(open, {}, timeZone);
  return open.length;
}
