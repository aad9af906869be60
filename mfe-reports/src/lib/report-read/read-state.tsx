import { Note } from '@palier/shared/page-parts';
import { RefetchButton } from '@palier/shared/refetch-on-revisit';
import { ErrorBox } from '@palier/shared/ui';

interface ReadStateProps {
  readonly error: string | null;
  readonly isLoading: boolean;
  /** Absent where another try is of no use, or the page has a button of its own. */
  readonly onRetry?: (() => unknown) | undefined;
}

/** Above the content of a page: that it is being read, or why it was not. */
export const ReadState = ({ error, isLoading, onRetry }: ReadStateProps) => (
  <>
    <ErrorBox message={error} />
    {error !== null && onRetry !== undefined && (
      <div>
        <RefetchButton onPress={onRetry} />
      </div>
    )}
    {isLoading && <Note role="status">Chargement...</Note>}
  </>
);
