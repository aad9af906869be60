import { lazy, Suspense, useState, type ComponentType } from 'react';
import { ErrorBoundary } from '@palier/shared/ui';
import { latePartMessages } from './late-part.messages';
import styles from './late-part.module.css';

interface LatePartProps {
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** A part of the shell that few need, fetched when it is first shown. Its faults stay in its region, and it can be asked for again. */
export function LatePart({ load }: LatePartProps) {
  // React remembers that a lazy component failed to load: another try is another component.
  const [Part, setPart] = useState(() => lazy(load));
  return (
    <ErrorBoundary message={latePartMessages.unavailable} onRetry={() => setPart(lazy(load))}>
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
}
