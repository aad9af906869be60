import { historyPageSchema, type HistoryItem, type Page } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { PAGE_SIZE } from './transactions.rules';

interface CallOptions {
  readonly size?: number;
  readonly signal?: AbortSignal | undefined;
  readonly quiet?: boolean;
}

export const getIncomingHistory = (
  page: number,
  { size = PAGE_SIZE, ...options }: CallOptions = {},
): Promise<Page<HistoryItem>> =>
  http.get('/transactions/history/incoming', historyPageSchema, { query: { page, size }, ...options });
