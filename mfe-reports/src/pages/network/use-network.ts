import { useQuery } from '@palier/shared/query';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { lastDays, type Period } from '../../lib/period-form/period.rules';
import { usePeriodInUrl } from '../../lib/period-form/use-period-in-url';
import { shownRead } from '../../lib/report-read/shown-read';
import { getNetwork } from './network.api';
import { messages } from './network.messages';

/** Agents settle by the week. */
const DEFAULT_DAYS = 7;

/** The network of the account and the period in the URL: by default the user's own, of the last seven days. */
export function useNetwork() {
  const [params] = useSearchParams();
  const of = params.get('of') ?? undefined;
  const { shown, show, ...form } = usePeriodInUrl(lastDays(DEFAULT_DAYS)(new Date()));
  const query = useQuery({
    queryKey: ['network', useUser()?.id, of ?? 'self', shown.from, shown.to],
    queryFn: ({ signal }) => getNetwork(shown, of, signal),
    meta: { failureLog: 'network not read' },
  });

  const { refetch } = query;
  useRefetchOnRevisit(refetch);

  return {
    ...form,
    shown,
    show: (wanted: Period): void => {
      if (!show(wanted)) void refetch();
    },
    retry: refetch,
    ...shownRead(query, messages.failed),
  };
}
