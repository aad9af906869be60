import { useSearchParams } from '@palier/shared/router';
import { useDraft } from '../use-draft';
import { isSamePeriod, periodOfUrl, type Period } from './period.rules';

/**
 * The period of the URL, or `fallback`, and the one being chosen. `show` calls `onShownAgain` for the period
 * that is shown already.
 */
export function usePeriodInUrl(fallback: Period) {
  const [params, setParams] = useSearchParams();
  const shown = periodOfUrl(params.get('from'), params.get('to')) ?? fallback;
  const [period, setPeriod] = useDraft(shown);

  function show(wanted: Period, onShownAgain: () => unknown): void {
    setPeriod(shown);
    if (isSamePeriod(wanted, shown)) onShownAgain();
    else setParams((before) => new URLSearchParams([...withoutPeriod(before), ...Object.entries(wanted)]));
  }

  return { period, setPeriod, shown, show };
}

const withoutPeriod = (params: URLSearchParams): [name: string, value: string][] =>
  [...params].filter(([name]) => name !== 'from' && name !== 'to');
