import { networkReportSchema } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useSearchParams } from '@palier/shared/router';
import { lastDays, type Period } from '../../lib/period-form/period.rules';
import { usePeriodInUrl } from '../../lib/period-form/use-period-in-url';
import { useRead } from '../../lib/report-read/use-read';
import { messages } from './network.messages';

/** Agents settle by the week. */
const DEFAULT_DAYS = 7;

/** The network of the account and the period in the URL: by default the user's own, of the last seven days. */
export function useNetwork() {
  const [params] = useSearchParams();
  const of = params.get('of') ?? undefined;
  const { shown, show, ...form } = usePeriodInUrl(lastDays(DEFAULT_DAYS)(new Date()));
  const query = { ...shown, of };
  const { refetch, ...network } = useRead(
    'network',
    [of, shown.from, shown.to],
    (signal) => http.get('/transactions/report/network', networkReportSchema, { query, signal }),
    messages.failed,
  );
  useRefetchOnRevisit(refetch);

  return {
    ...form,
    ...network,
    shown,
    show: (wanted: Period): void => {
      if (!show(wanted)) void refetch();
    },
    retry: refetch,
  };
}
