import { useQuery } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { shownRead } from '../../lib/report-read/shown-read';
import { getTrialBalance } from './trial-balance.api';
import { messages } from './trial-balance.messages';

export function useTrialBalance() {
  const query = useQuery({
    queryKey: ['trial-balance', useUser()?.id],
    queryFn: ({ signal }) => getTrialBalance(signal),
    meta: { failureLog: 'trial balance not read' },
  });

  return { ...shownRead(query, messages.failed), refresh: () => void query.refetch() };
}
