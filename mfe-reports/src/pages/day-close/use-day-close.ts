import { toDateInput } from '@palier/shared/dates';
import { firstError } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { useState } from 'react';
import { isLocalDate } from '../../lib/local-date';
import { useLoggedError } from '../../lib/use-logged-error';
import { getDayClose } from './day-close.api';
import { messages } from './day-close.messages';

interface Draft {
  readonly date: string;
  /** The day it was begun under; under another one, after Back for example, it is over. */
  readonly under: string | undefined;
}

/** The day being chosen, and the close of the day that the address holds: none is today where the server is. */
export function useDayClose() {
  const [address, setAddress] = useSearchParams();
  const [draft, setDraft] = useState<Draft | null>(null);
  const user = useUser();
  const inAddress = address.get('date');
  const shown = isLocalDate(inAddress) ? inAddress : undefined;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['day-close', user?.id, shown ?? 'today'],
    queryFn: ({ signal }) => getDayClose(shown, signal),
  });

  useLoggedError(error, 'day close: it could not be read');

  function show(wanted: string | undefined): void {
    setDraft(null);
    if (wanted === shown) void refetch();
    else setAddress(wanted === undefined ? {} : { date: wanted });
  }

  const isDrafting = draft !== null && draft.under === shown;
  return {
    username: user?.username ?? '',
    date: isDrafting ? draft.date : (shown ?? data?.date ?? toDateInput(new Date())),
    shown,
    setDate: (date: string) => setDraft({ date, under: shown }),
    show,
    day: error === null ? data : undefined,
    error: error === null || isFetching ? null : firstError(error, messages.failed),
    isLoading: isFetching && (error !== null || data === undefined),
  };
}
