import { logIgnored } from '@palier/shared/http';
import { lazy, type ComponentType } from 'react';

const Nothing = (): null => null;

/** A part that is missing when its chunk cannot be loaded: the catalogue works without it. */
export const optionalPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() =>
    load().catch(
      (error: unknown) => (
        logIgnored(error, 'lobby: part not loaded'),
        { default: Nothing as ComponentType<Props> }
      ),
    ),
  );

export const FavouriteButton = optionalPart(() => import('./favourite-button'));
