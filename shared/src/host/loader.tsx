import { useIsLoading } from '@palier/shared/http';
import styles from './loader.module.css';

/**
 * The global loading overlay (sections 2 and 4 of docs/spec-coverage.md). It is there at once; the style eases it in so that quick calls do
 * not flash.
 */
export function Loader() {
  const isLoading = useIsLoading();
  return (
    <div role="status" className={isLoading ? styles.overlay : undefined}>
      {isLoading && (
        <div className={styles.box}>
          <span className={styles.spinner} aria-hidden="true" />
          <span lang="en">Loading...</span>
        </div>
      )}
    </div>
  );
}
