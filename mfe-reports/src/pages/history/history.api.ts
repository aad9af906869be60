import { historyPageSchema, type HistoryPage } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import type { SelectionQuery } from '../../lib/selection/selection.rules';
import { PAGE_SIZE } from './history.rules';

interface HistoryQuery {
  readonly page: number;
  readonly size?: number;
  /** Undefined for every transaction of the current user. */
  readonly targetUserId: string | undefined;
  readonly selection: SelectionQuery;
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly quiet?: boolean;
}

export const getOutgoingHistory = (
  { page, size = PAGE_SIZE, targetUserId, selection }: HistoryQuery,
  options: CallOptions = {},
): Promise<HistoryPage> =>
  http.get('/transactions/history/outgoing', historyPageSchema, {
    query: { page, size, targetUserId, ...selection },
    ...options,
  });
