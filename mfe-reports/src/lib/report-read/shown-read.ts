import { firstError } from '@palier/shared/http';

interface Read<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
}

/** What a page shows of its read: neither the last answer beside a failure, nor a failure while it is read again. */
export const shownRead = <Data>({ data, error, isFetching }: Read<Data>, failed: string) => ({
  data: error === null ? data : undefined,
  error: error === null || isFetching ? null : firstError(error, failed),
  isLoading: isFetching && (error !== null || data === undefined),
});
