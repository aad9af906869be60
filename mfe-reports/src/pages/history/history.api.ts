import { historyPageSchema, type HistoryItem, type Page } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { PAGE_SIZE } from './history.rules';

interface HistoryQuery {
  readonly page: number;
  readonly size?: number;
  /** Undefined for every transaction of the current user. */
  readonly targetUserId: string | undefined;
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly quiet?: boolean;
}

export const getOutgoingHistory = (
  { page, size = PAGE_SIZE, targetUserId }: HistoryQuery,
  options: CallOptions = {},
): Promise<Page<HistoryItem>> =>
  http.get('/transactions/history/outgoing', historyPageSchema, {
    query: { page, size, targetUserId },
    ...options,
  });
