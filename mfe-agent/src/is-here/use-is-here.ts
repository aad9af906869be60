import { useCallback, useEffect, useRef } from 'react';

/** Whether the component is still on the screen, for whoever comes back to it after a wait. */
export function useIsHere(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
