import { historyPageSchema, type HistoryPage } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import type { SelectionQuery } from '../selection/selection.rules';

/** A history of the current user, as selected. */
export interface HistoryQuery {
  readonly direction: 'outgoing' | 'incoming';
  /** Only the transactions with this account. */
  readonly targetUserId?: string | undefined;
  readonly selection: SelectionQuery;
}

export const getHistory = (
  { direction, targetUserId, selection }: HistoryQuery,
  page: number,
  size: number,
  options: { readonly signal: AbortSignal; readonly quiet?: boolean },
): Promise<HistoryPage> =>
  http.get(`/transactions/history/${direction}`, historyPageSchema, {
    query: { page, size, targetUserId, ...selection },
    ...options,
  });
