import { useQuery } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { shownRead } from '../../lib/report-read/shown-read';
import { getMovement } from './receipt.api';
import { messages } from './receipt.messages';

export function useReceipt(id: string) {
  const query = useQuery({
    queryKey: ['movement', useUser()?.id, id],
    queryFn: ({ signal }) => getMovement(id, signal),
    meta: { failureLog: 'receipt not read' },
  });
  return { ...shownRead(query, messages.failed), refetch: query.refetch };
}
