import { startTransition, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';

const BEAT_MS = 1_500;
/** Five beats are 7.5 s, below the 8 s of section 7 of docs/design.md. */
const BEATS_UNTIL_STALLED = 5;

interface StallLimitProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/**
 * Throws when its children suspend, or update themselves, for 7.5 s. React commits a transition only when
 * nothing suspends beside it and no other update is left, so a beat without a commit shows either case. Beats
 * are counted, because a timer alone would also fire after a freeze.
 */
export function StallLimit({ fallback, children }: StallLimitProps) {
  const [, setBeat] = useState(0);
  const [isStalled, setIsStalled] = useState(false);
  const missed = useRef(0);
  useEffect(() => {
    const timer = setInterval(() => {
      missed.current += 1;
      if (missed.current === BEATS_UNTIL_STALLED) setIsStalled(true);
      else startTransition(() => setBeat((count) => count + 1));
    }, BEAT_MS);
    return () => clearInterval(timer);
  }, []);
  if (isStalled) throw new Error('remotes: the screen suspends or updates itself without end');
  return (
    <Suspense fallback={fallback}>
      {children}
      <Beat
        onCommit={() => {
          missed.current = 0;
        }}
      />
    </Suspense>
  );
}

function Beat({ onCommit }: { readonly onCommit: () => void }) {
  useEffect(onCommit);
  return null;
}
