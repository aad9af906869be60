import { journalSchema, type Journal } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';

const PART_SIZE = 25;

export interface JournalPart {
  readonly journal: Journal | undefined;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  /** The entries are older than this id; null for the newest. */
  readonly before: string | null;
  readonly readAgain: () => unknown;
}

/** Reads the entries at `path` of the API, from the position in the page's address (`?avant=`). */
export function useJournal(path: string): JournalPart {
  const [address] = useSearchParams();
  const asked = address.get('avant');
  const before = asked !== null && /^[1-9]\d{0,14}$/.test(asked) ? asked : null;
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['journal', useUser()?.id, path, before],
    queryFn: ({ signal }) =>
      http.get(path, journalSchema, { query: { before: before ?? undefined, size: PART_SIZE }, signal }),
  });
  return {
    journal: isError ? undefined : data,
    isLoading: isPending,
    hasFailed: isError,
    before,
    readAgain: refetch,
  };
}
