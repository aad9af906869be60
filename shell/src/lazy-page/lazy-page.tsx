import { lazy, Suspense, type ComponentType } from 'react';
import { ErrorBoundary } from '@palier/shared/ui';
import { messages } from './lazy-page.messages';
import styles from './lazy-page.module.css';

/**
 * A page of the shell in a chunk of its own; an error stays in the page's region. Réessayer reloads the whole
 * page, because the files of this shell may be gone after a deployment.
 */
export function lazyPage(
  load: () => Promise<{ readonly default: ComponentType }>,
  reload = () => window.location.reload(),
): ComponentType {
  const Page = lazy(load);
  return () => (
    <ErrorBoundary message={messages.unavailable} onRetry={reload}>
      <Suspense
        fallback={
          <p className={styles.waiting} role="status" data-waiting>
            {messages.loading}
          </p>
        }
      >
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
}
