import { useQuery } from '@palier/shared/query';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { useState } from 'react';
import { getReport } from './report.api';
import { isSamePeriod, periodOfUrl, dayOf, type Period } from './report.rules';

interface Draft {
  readonly period: Period;
  /** The period that was shown when the draft was started. The draft ends when another period is shown. */
  readonly shown: Period;
}

export function useReport() {
  const [params, setParams] = useSearchParams();
  const shown = periodOfUrl(params.get('from'), params.get('to')) ?? dayOf(new Date());
  const [draft, setDraft] = useState<Draft | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report', useUser()?.id, shown.from, shown.to],
    queryFn: ({ signal }) => getReport(shown, signal),
    meta: { failureLog: 'report not read' },
  });

  useRefetchOnRevisit(refetch);

  function show(wanted: Period): void {
    setDraft(null);
    if (isSamePeriod(wanted, shown)) void refetch();
    else setParams((before) => new URLSearchParams([...withoutPeriod(before), ...Object.entries(wanted)]));
  }

  return {
    period: draft !== null && isSamePeriod(draft.shown, shown) ? draft.period : shown,
    setPeriod: (period: Period) => setDraft({ period, shown }),
    shown,
    show,
    report: data,
    hasFailed: error !== null && !isFetching,
  };
}

const withoutPeriod = (params: URLSearchParams): [string, string][] =>
  [...params].filter(([name]) => name !== 'from' && name !== 'to');
