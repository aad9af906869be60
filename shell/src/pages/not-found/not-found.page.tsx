import styles from './not-found.module.css';

/** Section 2 of docs/spec-coverage.md: plain text. The landmark and the heading are for those who do not see it. */
export const NotFoundPage = () => (
  <main className={styles.room}>
    <h1 className={styles.text} lang="en">
      404 Not Found
    </h1>
  </main>
);
