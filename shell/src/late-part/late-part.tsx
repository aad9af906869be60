import { lazy, Suspense, type ComponentType } from 'react';
import { ErrorBoundary } from '@palier/shared/ui';
import { messages } from './late-part.messages';
import styles from './late-part.module.css';

/**
 * A part of the shell that few need, fetched when it is first shown and there at once from then on. Its faults stay in its
 * region. Réessayer opens the page again: another shell may have taken this one's place since, and the part be gone with it.
 */
export function createLatePart(
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
