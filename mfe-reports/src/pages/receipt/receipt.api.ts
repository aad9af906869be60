import { historyItemSchema, type HistoryItem } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';

export const getMovement = (id: string, signal: AbortSignal): Promise<HistoryItem> =>
  http.get(`/transactions/${encodeURIComponent(id)}`, historyItemSchema, { signal });
