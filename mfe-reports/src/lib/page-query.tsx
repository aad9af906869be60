import { firstError } from '@palier/shared/http';
import { Waiting } from '@palier/shared/page-parts';
import { useQuery } from '@palier/shared/query';
import { ReadFailure } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';

/**
 * One GET that a page shows: no earlier answer beside a failure, and no failure while the call is repeated.
 */
export function usePageQuery<Data>(
  name: string,
  key: readonly (string | undefined)[],
  read: (signal: AbortSignal) => Promise<Data>,
  failed: string,
) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [name, useUser()?.id, ...key],
    queryFn: ({ signal }) => read(signal),
    meta: { failureLog: `${name} not read` },
  });
  return {
    data: error === null ? data : undefined,
    error: error === null || isFetching ? null : firstError(error, failed),
    isLoading: isFetching && (error !== null || data === undefined),
    /** The error of the last read, an axios error with a status where the server answered; else null. */
    failure: error,
    refetch,
  };
}

interface PageQueryStateProps {
  readonly error: string | null;
  readonly isLoading: boolean;
  /** Undefined where another try is of no use. */
  readonly onRetry: (() => unknown) | undefined;
}

/** Above the content of a page: that it is being read, or why it was not. */
export const PageQueryState = ({ error, isLoading, onRetry }: PageQueryStateProps) => (
  <>
    {error !== null && <ReadFailure message={error} onRetry={onRetry} />}
    {isLoading && <Waiting text="Chargement..." />}
  </>
);
