import { useEffect, useRef, useState } from 'react';

/** Spec §4 and §9: the check waits a moment before it starts. */
const CHECK_DELAY_MS = 50;

export type CheckState = 'checking' | 'authenticated' | 'unauthenticated';

/**
 * The auth gate's state for `pathname`: 'checking' from the very render in which the path changes, then what `check`
 * says. `settle` runs once per check, before the state leaves 'checking'.
 */
export function useTokenCheck(
  pathname: string,
  check: () => Promise<void>,
  settle: (isValid: boolean) => void,
): CheckState {
  const [checked, setChecked] = useState<{ pathname: string; isValid: boolean } | null>(null);
  const calls = useRef({ check, settle });
  useEffect(() => {
    calls.current = { check, settle };
  });

  useEffect(() => {
    let isCurrent = true;
    const finish = (isValid: boolean): void => {
      if (!isCurrent) return;
      calls.current.settle(isValid);
      setChecked({ pathname, isValid });
    };
    const timer = setTimeout(() => {
      calls.current.check().then(
        () => finish(true),
        () => finish(false),
      );
    }, CHECK_DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [pathname]);

  if (checked?.pathname !== pathname) return 'checking';
  return checked.isValid ? 'authenticated' : 'unauthenticated';
}
