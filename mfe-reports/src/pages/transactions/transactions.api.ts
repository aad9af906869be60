import { historyPageSchema, type HistoryPage } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import type { SelectionQuery } from '../../lib/selection/selection.rules';
import { PAGE_SIZE } from './transactions.rules';

interface CallOptions {
  readonly size?: number;
  readonly signal?: AbortSignal | undefined;
  readonly quiet?: boolean;
}

export const getIncomingHistory = (
  page: number,
  selection: SelectionQuery,
  { size = PAGE_SIZE, ...options }: CallOptions = {},
): Promise<HistoryPage> =>
  http.get('/transactions/history/incoming', historyPageSchema, {
    query: { page, size, ...selection },
    ...options,
  });
