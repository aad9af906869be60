import { firstError } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';

/** The state that a page shows of its read: no earlier answer beside a failure, and no failure while the read is repeated. */
export function useRead<Data>(
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
    /** The failure of the last read, with its status. */
    failure: error,
    refetch,
  };
}
