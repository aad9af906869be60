import { useCallback, useEffect, useRef } from 'react';

/** Tells whether the component is still mounted, for code that continues after an await. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
