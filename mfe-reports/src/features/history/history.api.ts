import { historyPageSchema, type HistoryItem, type Page } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { PAGE_SIZE } from './history.rules';

/** `targetUserId` absent: every transaction the current user made. */
export const getOutgoingHistory = (
  page: number,
  targetUserId: string | undefined,
  signal?: AbortSignal,
): Promise<Page<HistoryItem>> =>
  http.get('/transactions/history/outgoing', historyPageSchema, {
    query: { page, size: PAGE_SIZE, targetUserId },
    signal,
  });
