import type { HistoryPage } from '@palier/shared/contracts';
import type { FairLimiter } from '../concurrency/fair-limiter';
import type { Queryable } from '../database/pool';
import { lookupUsername } from '../users/username';
import { listHistory, type HistoryList } from './history.repository';
import { listSelection } from './history-selection.repository';
import type { SelectionQuery } from './schemas';

export interface HistoryDependencies {
  readonly readPool: Queryable;
  readonly slowReads: Pick<FairLimiter, 'run'>;
  readonly timeZone: string;
}

/**
 * One page of a history, or of a selection of it. Selections read many movements, so they wait for one
 * another.
 */
export function readHistory(
  { readPool, slowReads, timeZone }: HistoryDependencies,
  callerId: number,
  list: HistoryList,
  {
    page: pageText,
    size: sizeText,
    ...query
  }: SelectionQuery & { readonly page: string; readonly size: string },
): Promise<HistoryPage> {
  const [page, size] = [Number(pageText), Number(sizeText)];
  const isSelection = Object.values(query).some((value) => value !== undefined);
  if (!isSelection) return listHistory(readPool, list, { page, size }, timeZone);
  const { amountFrom, amountTo, number, account, ...rest } = query;
  const selection = {
    ...rest,
    amountFrom: amountFrom === undefined ? undefined : Number(amountFrom),
    amountTo: amountTo === undefined ? undefined : Number(amountTo),
    number: number === undefined ? undefined : Number(number),
    // A name that cannot exist selects nothing.
    account: account === undefined ? undefined : lookupUsername(account),
  };
  return slowReads.run(`user ${callerId}`, () =>
    listSelection(readPool, list, selection, { page, size, timeZone }),
  );
}
