import { fromMicros } from '@palier/shared/money';
import type { Pool } from '../database/pool';
import { userCodeOf } from '../games/port';
import {
  selectFindings,
  type Finding,
  type FindingSelection,
  type SelectedFinding,
} from '../games/reconciliation/finding.repository';
import { calledAs } from './called-as';
import { print } from './printed-text';

/** The kinds of findings, as operators read them. */
export const KINDS: Record<Finding['kind'], string> = {
  'unknown-to-provider': 'UNKNOWN TO THE PROVIDER',
  'win-above-limit': 'WIN ABOVE THE LIMIT',
  'day-above-limit': 'NET WIN OF THE DAY ABOVE THE LIMIT',
  'reused-id': 'REFUSED, ITS TRANSACTION ID WAS USED FOR ANOTHER MOVEMENT',
  'refused-win': 'WIN REFUSED, NO STAKE STANDS FOR IT',
  'free-win': 'WIN WITHOUT A STAKE PAID',
  'win-after-refused-stake': 'WIN PAID, A STAKE OF ITS ROUND WAS REFUSED',
};

/** `3 findings`. */
export const findingCount = (some: readonly unknown[]): string =>
  `${some.length} ${some.length === 1 ? 'finding' : 'findings'}`;
/** In millionths of a dinar. */
export const sumOf = (some: readonly Finding[]): bigint => some.reduce((sum, { amount }) => sum + amount, 0n);
const toAmount = (some: readonly Finding[]): string => `${fromMicros(sumOf(some))} TND`;

/** Number, numbers and amount of findings in the order of their numbers. */
export function describeSet(some: readonly Finding[]): string {
  const numbers = some.length === 0 ? '' : `, numbers ${some[0]!.id} to ${some.at(-1)!.id}`;
  return `${findingCount(some)}${numbers}, ${toAmount(some)}`;
}

/** Prints a line for each finding. */
export function printFindings(some: readonly Finding[]): void {
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
export function printKinds(some: readonly SelectedFinding[]): void {
  for (const [kind, ofKind] of groupBy(some, (finding) => finding.kind))
    print(`  ${kind}: ${findingCount(ofKind)}, ${toAmount(ofKind)} (${KINDS[kind as Finding['kind']]})`);
}

/** Prints the amounts by kind, by hour and by player, and how to mark these findings and no others. */
export function printTotals(
  some: readonly SelectedFinding[],
  selection: FindingSelection,
  timeZone: string,
): void {
  print(`${describeSet(some)}:`);
  if (some.length === 0) return;
  printKinds(some);
  print(`By hour of the movement (${timeZone}):`);
  for (const [key, group] of groupBy(some, ({ hour, kind }) => `${hour} ${kind}`))
    print(`  ${key}: ${findingCount(group)}, ${toAmount(group)}`);
  print('By player:');
  for (const [key, group] of groupBy(
    some,
    ({ userId, username, kind }) => `${userCodeOf(userId)} ${username} ${kind}`,
  ))
    print(`  ${key}: ${findingCount(group)}, ${toAmount(group)}`);
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
