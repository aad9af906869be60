import { RefetchButton } from '@palier/shared/refetch-on-revisit';
import { ErrorBox } from '@palier/shared/ui';
import styles from './read-state.module.css';

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
    {isLoading && (
      <p className={styles.loading} role="status">
        Chargement...
      </p>
    )}
  </>
);
