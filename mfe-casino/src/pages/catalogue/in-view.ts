import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';

function watchEntry(element: Element, rootMargin: string, onEnter: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onEnter();
    },
    { rootMargin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** `isSeen` is true from the first frame in which the element is at most `marginPx` outside the viewport. */
export function useInView<Target extends Element>(
  marginPx: number,
): { readonly ref: RefObject<Target | null>; readonly isSeen: boolean } {
  const ref = useRef<Target>(null);
  const [isSeen, setIsSeen] = useState(false);
  // The observer reports one frame late, also what is in view at once.
  useLayoutEffect(() => {
    if (ref.current !== null && isNear(ref.current, marginPx)) setIsSeen(true);
  }, [marginPx]);
  useEffect(() => {
    if (isSeen || ref.current === null) return undefined;
    return watchEntry(ref.current, `${marginPx}px`, () => setIsSeen(true));
  }, [isSeen, marginPx]);
  return { ref, isSeen };
}

function isNear(element: Element, marginPx: number): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && top < window.innerHeight + marginPx && bottom > -marginPx;
}

/**
 * Calls `onReached` each time the element is in view. A new `observeKey` observes again, because an element
 * that stays in view is not reported a second time.
 */
export function useSentinel<Target extends Element>(
  observeKey: unknown,
  onReached: () => void,
): RefObject<Target | null> {
  const ref = useRef<Target>(null);
  const reached = useEffectEvent(onReached);
  useEffect(() => {
    if (ref.current === null) return undefined;
    return watchEntry(ref.current, '0px', () => reached());
  }, [observeKey]);
  return ref;
}
