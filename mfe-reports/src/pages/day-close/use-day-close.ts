import { dayCloseSchema } from '@palier/shared/contracts';
import { toDateInput } from '@palier/shared/dates';
import { http } from '@palier/shared/http';
import { useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { isLocalDate } from '../../lib/local-date';
import { useRead } from '../../lib/report-read/use-read';
import { useDraft } from '../../lib/use-draft';
import { messages } from './day-close.messages';

/** The day being chosen, and the close of the day in the URL. Without a day in the URL, the server's today. */
export function useDayClose() {
  const [params, setParams] = useSearchParams();
  const inUrl = params.get('date');
  const shown = isLocalDate(inUrl) ? inUrl : undefined;
  const [draft, setDate] = useDraft(shown);
  const { refetch, ...day } = useRead(
    'day close',
    [shown],
    (signal) => http.get('/reports/day-close', dayCloseSchema, { query: { date: shown }, signal }),
    messages.failed,
  );

  function show(wanted: string | undefined): void {
    setDate(shown);
    if (wanted === shown) void refetch();
    else setParams(wanted === undefined ? {} : { date: wanted });
  }

  return {
    ...day,
    username: useUser()?.username ?? '',
    date: draft ?? day.data?.date ?? toDateInput(new Date()),
    shown,
    setDate,
    show,
  };
}
