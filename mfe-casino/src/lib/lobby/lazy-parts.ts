import { logIgnored } from '@palier/shared/http';
import { lazy, type ComponentType } from 'react';
import type * as Parts from './parts';

/** A part of the chunk `parts`, missing when the chunk cannot be loaded: the catalogue works without it. */
const part = <Props>(choose: (parts: typeof Parts) => ComponentType<Props>) =>
  lazy(() =>
    import('./parts')
      .then(choose)
      .catch((error: unknown) => {
        logIgnored(error, 'lobby: not loaded');
        return () => null;
      })
      .then((Part) => ({ default: Part as ComponentType<Props> })),
  );

export const FavouriteButton = part((parts) => parts.FavouriteButton);
export const GameFacts = part((parts) => parts.GameFacts);
export const GameSearch = part((parts) => parts.GameSearch);
export const LobbyRows = part((parts) => parts.LobbyRows);
