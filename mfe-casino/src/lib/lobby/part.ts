import { logIgnored } from '@palier/shared/http';
import { lazy, type ComponentType } from 'react';
import type * as Parts from './parts';

/** A part of the chunk `parts`, missing when the chunk cannot be loaded: the pages work without it. */
export const part = <Props>(choose: (parts: typeof Parts) => ComponentType<Props>) =>
  lazy(() =>
    import('./parts')
      .then(choose)
      .catch((error: unknown) => {
        logIgnored(error, 'lobby: not loaded');
        return () => null;
      })
      .then((Part) => ({ default: Part as ComponentType<Props> })),
  );
