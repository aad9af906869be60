import type { DayClose } from '@palier/shared/contracts';
import { fromMicros } from '@palier/shared/money';
import type { DayBounds, DayMovements } from './day-close.repository';

const sumOf = (
  lines: readonly DayMovements[],
  field: 'credited' | 'debited' | 'reversed' | 'movementCount',
): bigint => lines.reduce((sum, line) => sum + line[field], 0n);

/** The agent's debits are the sub-account's deposits. */
const figuresOf = (lines: readonly DayMovements[]) => ({
  added: fromMicros(sumOf(lines, 'debited')),
  withdrawn: fromMicros(sumOf(lines, 'credited')),
  movementCount: Number(sumOf(lines, 'movementCount')),
});

/** The day close with at most `maxLines` sub-accounts, the others summed up. */
export function toDayClose(
  { date, readAt, isOver, opening, closing }: DayBounds,
  movements: readonly DayMovements[],
  maxLines: number,
): DayClose {
  const above = movements.filter(({ userId }) => userId === null);
  const below = movements.filter(({ userId }) => userId !== null);
  const others = below.slice(maxLines);
  return {
    date,
    readAt,
    isOver,
    opening: fromMicros(opening),
    received: fromMicros(sumOf(above, 'credited')),
    collected: fromMicros(sumOf(below, 'credited')),
    reversed: fromMicros(sumOf(below, 'reversed')),
    totalIn: fromMicros(sumOf(movements, 'credited')),
    distributed: fromMicros(sumOf(below, 'debited')),
    returned: fromMicros(sumOf(above, 'debited')),
    totalOut: fromMicros(sumOf(movements, 'debited')),
    closing: fromMicros(closing),
    movementCount: Number(sumOf(movements, 'movementCount')),
    subAccounts: below
      .slice(0, maxLines)
      .map((line) => ({ id: line.userId ?? 0, username: line.username ?? '', ...figuresOf([line]) })),
    others: others.length === 0 ? null : { count: others.length, ...figuresOf(others) },
  };
}
