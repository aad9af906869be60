import { useIsLoading } from '@palier/shared/http';
import styles from './loader.module.css';

/** The global loading overlay, which fades in, so that short calls do not flash. */
export function Loader() {
  const isLoading = useIsLoading();
  return (
    <div role="status" className={isLoading ? styles.overlay : undefined} data-screen-only>
      {isLoading && (
        <div className={styles.box}>
          <span className={styles.spinner} aria-hidden="true" />
          <span lang="en">Loading...</span>
        </div>
      )}
    </div>
  );
}
