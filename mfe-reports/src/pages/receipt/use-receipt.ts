import { historyItemSchema } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { useRead } from '../../lib/report-read/use-read';
import { messages } from './receipt.messages';

export const useReceipt = (id: string) =>
  useRead(
    'receipt',
    [id],
    (signal) => http.get(`/transactions/${encodeURIComponent(id)}`, historyItemSchema, { signal }),
    messages.failed,
  );
