/** Not a singleton: each remote bundles its own copy. */
import {
  lazy,
  Suspense,
  useLayoutEffect,
  type ComponentType,
  type ReactElement,
  type ReactNode,
} from 'react';

const RETRY_DELAY_MS = 500;

/**
 * A page in a chunk of its own, with `frame` while the chunk loads. A failed chunk is requested once more,
 * unless it timed out.
 */
export function lazyPage(frame: ReactNode, load: () => Promise<ComponentType>): ReactElement {
  const Content = lazy(async () => {
    const component = await load().catch(async (error: { readonly type?: unknown }) => {
      if (error.type === 'timeout') throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      return load();
    });
    return { default: component };
  });
  return (
    <Suspense fallback={<Frame>{frame}</Frame>}>
      <Content />
    </Suspense>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  // When the frame's title has the focus, `main` takes the focus and passes the focus to the title of the
  // page.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    return () => {
      if (focused === document.activeElement) focused?.closest('main')?.focus({ preventScroll: true });
    };
  }, []);
  return <>{children}</>;
}
