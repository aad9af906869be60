import { lazy, Suspense, type ComponentType } from 'react';
import { ErrorBoundary } from '@palier/shared/ui';
import { messages } from './lazy-part.messages';
import styles from './lazy-part.module.css';

/**
 * A part of the shell that few people need: fetched when it is first shown, shown at once from then on. An error in it stays in its
 * region. Réessayer reloads the page: a newer shell may have been deployed since, and this one's files be gone.
 */
export function createLazyPart(
  load: () => Promise<{ readonly default: ComponentType }>,
  reload = () => window.location.reload(),
): ComponentType {
  const Part = lazy(load);
  return () => (
    <ErrorBoundary message={messages.unavailable} onRetry={reload}>
      <Suspense
        fallback={
          <p className={styles.waiting} role="status">
            {messages.loading}
          </p>
        }
      >
        <Part />
      </Suspense>
    </ErrorBoundary>
  );
}
