import { useSearchParams } from '@palier/shared/router';
import { useState } from 'react';
import { isSamePeriod, periodOfUrl, type Period } from './period.rules';

interface Draft {
  readonly period: Period;
  /** The period that was shown when the draft was started. The draft ends when another period is shown. */
  readonly shown: Period;
}

/** The period of the URL, or `fallback`, and the one being chosen. `show` returns whether the wanted period was not shown yet. */
export function usePeriodInUrl(fallback: Period) {
  const [params, setParams] = useSearchParams();
  const shown = periodOfUrl(params.get('from'), params.get('to')) ?? fallback;
  const [draft, setDraft] = useState<Draft | null>(null);

  function show(wanted: Period): boolean {
    setDraft(null);
    if (isSamePeriod(wanted, shown)) return false;
    setParams((before) => new URLSearchParams([...withoutPeriod(before), ...Object.entries(wanted)]));
    return true;
  }

  return {
    period: draft !== null && isSamePeriod(draft.shown, shown) ? draft.period : shown,
    setPeriod: (period: Period) => setDraft({ period, shown }),
    shown,
    show,
  };
}

const withoutPeriod = (params: URLSearchParams): [string, string][] =>
  [...params].filter(([name]) => name !== 'from' && name !== 'to');
