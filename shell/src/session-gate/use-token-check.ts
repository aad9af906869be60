import { useEffect, useEffectEvent, useState } from 'react';
import { isDefiniteRefusal } from '@palier/shared/http';
import { accessToken } from '@palier/shared/session';

/** Sections 4 and 9 of docs/spec-coverage.md: the check waits a moment before it starts. */
const CHECK_DELAY_MS = 50;
/**
 * How long after a check that got no answer, or only a gateway error (decision 0030), it is made again. Firefox and Safari cut off the
 * calls of a page that is being left or reloaded: it is gone by then, and has not ended the session.
 */
const ASK_AGAIN_MS = 3_000;

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
  const onCheck = useEffectEvent(check);
  const onSettled = useEffectEvent(settle);

  useEffect(() => {
    let isCurrent = true;
    const finish = (isValid: boolean): void => {
      if (!isCurrent) return;
      onSettled(isValid);
      setChecked({ pathname, isValid });
    };
    const askAgain = async (error: unknown): Promise<void> => {
      const waitMs = mayAskAgainAfterMs(error);
      if (waitMs === null || !accessToken()) throw error;
      // Without a network nobody was asked: the check that is made once it is back is the first.
      const isFirst = !navigator.onLine;
      await new Promise((resolve) =>
        isFirst ? addEventListener('online', resolve, { once: true }) : setTimeout(resolve, waitMs),
      );
      if (isCurrent) await (isFirst ? onCheck().catch(askAgain) : onCheck());
    };
    const timer = setTimeout(() => {
      onCheck()
        .catch(askAgain)
        .then(
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

/** Null where the answer is about the token. One that limits the rate of calls (429) is not, and tells how long it does. */
function mayAskAgainAfterMs(error: unknown): number | null {
  if (!isDefiniteRefusal(error)) return ASK_AGAIN_MS;
  const { status, headers } = error.response;
  return status === 429 ? Number(headers['retry-after']) * 1_000 || ASK_AGAIN_MS : null;
}
