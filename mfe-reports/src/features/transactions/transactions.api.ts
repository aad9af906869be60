import { historyPageSchema, type HistoryItem, type Page } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { PAGE_SIZE } from './transactions.rules';

export const getIncomingHistory = (page: number, signal?: AbortSignal): Promise<Page<HistoryItem>> =>
  http.get('/transactions/history/incoming', historyPageSchema, { query: { page, size: PAGE_SIZE }, signal });
