import { useSearchParams } from '@palier/shared/router';
import { useDraft } from '../use-draft';
import { isSamePeriod, periodOfUrl, type Period } from './period.rules';

/** The period of the URL, or `fallback`, and the one being chosen. `show` returns whether the wanted period was not shown yet. */
export function usePeriodInUrl(fallback: Period) {
  const [params, setParams] = useSearchParams();
  const shown = periodOfUrl(params.get('from'), params.get('to')) ?? fallback;
  const [period, setPeriod] = useDraft(shown);

  function show(wanted: Period): boolean {
    setPeriod(shown);
    if (isSamePeriod(wanted, shown)) return false;
    setParams((before) => new URLSearchParams([...withoutPeriod(before), ...Object.entries(wanted)]));
    return true;
  }

  return { period, setPeriod, shown, show };
}

const withoutPeriod = (params: URLSearchParams): [string, string][] =>
  [...params].filter(([name]) => name !== 'from' && name !== 'to');
