import { Page } from '@palier/shared/ui';
import { lazy, Suspense, type ComponentType, type ReactElement } from 'react';

const WAITING = 'Chargement...';
const PAUSE_BEFORE_RETRY_MS = 500;

const pause = (durationMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, durationMs));

/**
 * A screen in a chunk of its own; its title stands while it comes. A chunk that the network dropped is asked for once
 * more before the screen fails.
 */
export function lazyScreen(title: string, load: () => Promise<ComponentType>): ReactElement {
  const Screen = lazy(async () => {
    const component = await load().catch(async () => {
      await pause(PAUSE_BEFORE_RETRY_MS);
      return load();
    });
    return { default: component };
  });
  return (
    <Suspense
      fallback={
        <Page title={title}>
          <p role="status">{WAITING}</p>
        </Page>
      }
    >
      <Screen />
    </Suspense>
  );
}
