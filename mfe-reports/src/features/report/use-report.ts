import { logIgnored } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { useEffect, useState } from 'react';
import { getReport } from './report.api';
import { today, type Period } from './report.rules';

/** The period being chosen, and the report of the period last asked for. */
export function useReport() {
  const [period, setPeriod] = useState<Period>(() => today(new Date()));
  const [shown, setShown] = useState(period);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report', useUser()?.id, shown.from, shown.to],
    queryFn: ({ signal }) => getReport(shown, signal),
  });

  useEffect(() => {
    if (error !== null) logIgnored(error, 'report: the totals could not be read');
  }, [error]);

  function show(wanted: Period): void {
    setPeriod(wanted);
    if (wanted.from === shown.from && wanted.to === shown.to) void refetch();
    else setShown(wanted);
  }

  return {
    period,
    setPeriod,
    shown,
    show,
    report: data,
    hasFailed: error !== null && !isFetching,
    isFetching,
  };
}
