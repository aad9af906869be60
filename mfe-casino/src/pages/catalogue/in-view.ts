import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';

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

export function useInView<Target extends Element>(
  rootMargin: string,
): { readonly ref: RefObject<Target | null>; readonly isSeen: boolean } {
  const ref = useRef<Target>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (isSeen || ref.current === null) return undefined;
    return watchEntry(ref.current, rootMargin, () => setIsSeen(true));
  }, [isSeen, rootMargin]);
  return { ref, isSeen };
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
