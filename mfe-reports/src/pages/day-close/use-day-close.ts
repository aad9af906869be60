import { toDateInput } from '@palier/shared/dates';
import { useQuery } from '@palier/shared/query';
import { useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { useState } from 'react';
import { isLocalDate } from '../../lib/local-date';
import { shownRead } from '../../lib/report-read/shown-read';
import { getDayClose } from './day-close.api';
import { messages } from './day-close.messages';

interface Draft {
  readonly date: string;
  /** The day that was shown when the draft was started. The draft ends when another day is shown. */
  readonly shown: string | undefined;
}

/** The day being chosen, and the close of the day in the URL. Without a day in the URL, the server's today. */
export function useDayClose() {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = useState<Draft | null>(null);
  const user = useUser();
  const inUrl = params.get('date');
  const shown = isLocalDate(inUrl) ? inUrl : undefined;
  const query = useQuery({
    queryKey: ['day-close', user?.id, shown ?? 'today'],
    queryFn: ({ signal }) => getDayClose(shown, signal),
    meta: { failureLog: 'day close not read' },
  });

  function show(wanted: string | undefined): void {
    setDraft(null);
    if (wanted === shown) void query.refetch();
    else setParams(wanted === undefined ? {} : { date: wanted });
  }

  const isDrafting = draft !== null && draft.shown === shown;
  return {
    username: user?.username ?? '',
    date: isDrafting ? draft.date : (shown ?? query.data?.date ?? toDateInput(new Date())),
    shown,
    setDate: (date: string) => setDraft({ date, shown }),
    show,
    ...shownRead(query, messages.failed),
  };
}
