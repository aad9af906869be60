import { useQuery } from '@palier/shared/query';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { useState } from 'react';
import { useLoggedError } from '../../lib/use-logged-error';
import { getReport } from './report.api';
import { isSamePeriod, periodOfAddress, today, type Period } from './report.rules';

interface Draft {
  readonly period: Period;
  /** The shown period it was begun under; under another one, after Back for example, it is over. */
  readonly under: Period;
}

/** The period being chosen, and the report of the period last asked for, which the address holds. */
export function useReport() {
  const [address, setAddress] = useSearchParams();
  const shown = periodOfAddress(address.get('from'), address.get('to')) ?? today(new Date());
  const [draft, setDraft] = useState<Draft | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report', useUser()?.id, shown.from, shown.to],
    queryFn: ({ signal }) => getReport(shown, signal),
  });

  useRefetchOnRevisit(refetch);
  useLoggedError(error, 'report: the totals could not be read');

  function show(wanted: Period): void {
    setDraft(null);
    if (isSamePeriod(wanted, shown)) void refetch();
    else setAddress((before) => new URLSearchParams([...withoutPeriod(before), ...Object.entries(wanted)]));
  }

  return {
    period: draft !== null && isSamePeriod(draft.under, shown) ? draft.period : shown,
    setPeriod: (period: Period) => setDraft({ period, under: shown }),
    shown,
    show,
    report: data,
    hasFailed: error !== null && !isFetching,
  };
}

const withoutPeriod = (address: URLSearchParams): [string, string][] =>
  [...address].filter(([name]) => name !== 'from' && name !== 'to');
