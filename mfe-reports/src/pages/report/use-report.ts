import { useQuery } from '@palier/shared/query';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import { dayOf, type Period } from '../../lib/period-form/period.rules';
import { usePeriodInUrl } from '../../lib/period-form/use-period-in-url';
import { getReport } from './report.api';

export function useReport() {
  const { shown, show, ...form } = usePeriodInUrl(dayOf(new Date()));
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report', useUser()?.id, shown.from, shown.to],
    queryFn: ({ signal }) => getReport(shown, signal),
    meta: { failureLog: 'report not read' },
  });

  useRefetchOnRevisit(refetch);

  return {
    ...form,
    shown,
    show: (wanted: Period): void => {
      if (!show(wanted)) void refetch();
    },
    report: data,
    hasFailed: error !== null && !isFetching,
  };
}
