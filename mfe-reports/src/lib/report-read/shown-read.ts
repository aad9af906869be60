import { firstError } from '@palier/shared/http';

interface Read<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
}

/** The state that a page shows of its read: no earlier answer beside a failure, and no failure while the read is repeated. */
export const shownRead = <Data>({ data, error, isFetching }: Read<Data>, failed: string) => ({
  data: error === null ? data : undefined,
  error: error === null || isFetching ? null : firstError(error, failed),
  isLoading: isFetching && (error !== null || data === undefined),
});
