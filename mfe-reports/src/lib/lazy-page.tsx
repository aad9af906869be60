import { lazy, Suspense, useLayoutEffect, type ComponentType, type ReactElement } from 'react';
import { BookPage } from './printing/printable-report-page';

const WAITING = 'Chargement...';
const PAUSE_BEFORE_RETRY_MS = 500;

const pause = (durationMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, durationMs));

/**
 * A page of the books, in a chunk of its own; its frame stands while it comes. A chunk that the network dropped is asked for once
 * more before the screen fails; one that hung has had its time.
 */
export function lazyScreen(title: string, load: () => Promise<ComponentType>): ReactElement {
  const Screen = lazy(async () => {
    const component = await load().catch(async (error: { readonly type?: unknown }) => {
      if (error.type === 'timeout') throw error;
      await pause(PAUSE_BEFORE_RETRY_MS);
      return load();
    });
    return { default: component };
  });
  return (
    <Suspense fallback={<Frame title={title} />}>
      <Screen />
    </Suspense>
  );
}

/** What stands until the page comes. If its title has the focus, the page's own is given it. */
function Frame({ title }: { readonly title: string }) {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    return () => {
      if (focused === document.activeElement) focused?.closest('main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <BookPage title={title}>
      <p role="status">{WAITING}</p>
    </BookPage>
  );
}
