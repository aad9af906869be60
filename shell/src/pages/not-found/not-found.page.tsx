import styles from './not-found.module.css';

/** Plain text (section 2 of docs/spec-coverage.md), with a landmark and a heading for screen readers. */
export const NotFoundPage = () => (
  <main className={styles.room}>
    <h1 className={styles.text} lang="en">
      404 Not Found
    </h1>
  </main>
);
