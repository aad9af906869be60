import { lazy, Suspense, useState, type ComponentType } from 'react';
import { ErrorBoundary } from '@palier/shared/ui';
import { latePartMessages } from './late-part.messages';
import styles from './late-part.module.css';

/**
 * A part of the shell that few need, fetched when it is first shown and there at once from then on. Its faults stay in its
 * region, and it can be asked for again.
 */
export function createLatePart(load: () => Promise<{ readonly default: ComponentType }>): ComponentType {
  let known = lazy(load);
  return function LatePart() {
    const [Part, setPart] = useState(() => known);
    // React remembers that a lazy component failed to load: another try is another component.
    function retry(): void {
      known = lazy(load);
      setPart(() => known);
    }
    return (
      <ErrorBoundary message={latePartMessages.unavailable} onRetry={retry}>
        <Suspense
          fallback={
            <p className={styles.waiting} role="status">
              {latePartMessages.loading}
            </p>
          }
        >
          <Part />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
