import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { isDefiniteRefusal } from '@palier/shared/http';
import { accessToken } from '@palier/shared/session';
import { isFirstCheckStarted } from './first-check';
import { CHECK_DELAY_MS } from './gate.api';

/**
 * Delay before a check without an answer is repeated (decision 0030). Firefox and Safari abort the calls of a
 * page that is being left, which must not end the session.
 */
const RETRY_DELAY_MS = 3_000;

export type CheckState = 'checking' | 'authenticated' | 'unauthenticated';

/**
 * The state of a session gate for `pathname`: 'checking' from the render in which the path changes, then the
 * outcome of `check`. `settle` gets the outcome before the state leaves 'checking'. A check whose path was
 * left meanwhile settles nothing: back on the path that was checked last, its outcome holds until the next.
 */
export function useTokenCheck(
  pathname: string,
  check: () => Promise<void>,
  settle: (isValid: boolean) => void,
): CheckState {
  const [checked, setChecked] = useState<{ pathname: string; isValid: boolean } | null>(null);
  const onCheck = useEffectEvent(check);
  const onSettled = useEffectEvent((isValid: boolean) => {
    const show = (): void => {
      settle(isValid);
      setChecked({ pathname, isValid });
    };
    // The first screen is drawn in short tasks: a single one would block an old phone for 0.3 s.
    if (checked === null) startTransition(show);
    else show();
  });

  useEffect(() => {
    let isCurrent = true;
    const finish = (isValid: boolean): void => {
      if (isCurrent) onSettled(isValid);
    };
    const retry = async (error: unknown): Promise<void> => {
      const delayMs = retryDelayMs(error);
      if (delayMs === null || !accessToken()) throw error;
      // Without a network the check has not been sent, so it may be repeated once more afterwards.
      const wasOffline = !navigator.onLine;
      await new Promise((resolve) =>
        wasOffline ? addEventListener('online', resolve, { once: true }) : setTimeout(resolve, delayMs),
      );
      if (isCurrent) await (wasOffline ? onCheck().catch(retry) : onCheck());
    };
    const delayMs = isFirstCheckStarted() ? 0 : CHECK_DELAY_MS;
    const timer = setTimeout(() => {
      onCheck()
        .catch(retry)
        .then(
          () => finish(true),
          () => finish(false),
        );
    }, delayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [pathname]);

  if (checked?.pathname !== pathname) return 'checking';
  return checked.isValid ? 'authenticated' : 'unauthenticated';
}

/**
 * Delay before the check is repeated; null when the answer concerns the token. A 429 concerns the rate of
 * calls and names the delay.
 */
function retryDelayMs(error: unknown): number | null {
  if (!isDefiniteRefusal(error)) return RETRY_DELAY_MS;
  const { status, headers } = error.response;
  return status === 429 ? Number(headers['retry-after']) * 1_000 || RETRY_DELAY_MS : null;
}
