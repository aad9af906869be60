import { ConfirmButton } from '@palier/shared/confirm-button';
import { logIgnored } from '@palier/shared/http';
import { useQueryClient } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { Button, ButtonLink } from '@palier/shared/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { refreshBalances } from '../balances';
import { useIsMounted } from '../use-is-mounted';
import { giveUp, isStillResolvable, lostAttempts } from './attempt';
import { type Attempt, attemptsChanged$, carriedOut$, removeAttempt } from './attempt-storage';
import { messages } from './attempt.messages';
import styles from './lost-attempts.module.css';
import { resolveAttempt } from './resolve-attempt';

/** `unknown`: the server was not asked yet. `unresolvable`: the server could not answer. */
type Outcome = 'checking' | 'unknown' | 'unresolvable' | 'done' | 'not-done';

interface LostAttempt {
  readonly attempt: Attempt;
  readonly outcome: Outcome;
}

const isSettled = (outcome: Outcome): boolean => outcome === 'done' || outcome === 'not-done';

/**
 * The list after a change of the stored attempts: settled ones stay until they are closed, new ones are
 * added.
 */
function mergeAttempts(shown: readonly LostAttempt[], lost: readonly Attempt[]): readonly LostAttempt[] {
  const isLost = ({ attempt, outcome }: LostAttempt): boolean =>
    isSettled(outcome) || lost.some(({ key }) => key === attempt.key);
  const isNew = ({ key }: Attempt): boolean => !shown.some(({ attempt }) => attempt.key === key);
  return [
    ...shown.filter(isLost),
    ...lost.filter(isNew).map((attempt) => ({ attempt, outcome: 'unknown' as const })),
  ];
}

/**
 * The attempts whose answer was lost, with their outcome. The outcome of attempts from before a reload is
 * read at once. An attempt that is lost on this screen waits for a click, because the form still offers to
 * send it again.
 */
function useLostAttempts() {
  const agentId = useUser()?.id;
  const queryClient = useQueryClient();
  const isMounted = useIsMounted();
  const [attempts, setAttempts] = useState<readonly LostAttempt[]>([]);

  const check = useCallback(
    async (attempt: Attempt): Promise<void> => {
      const setOutcome = (outcome: Outcome): void =>
        setAttempts((shown) =>
          shown.map((one) => (one.attempt.key === attempt.key ? { attempt, outcome } : one)),
        );
      if (!isStillResolvable(attempt)) return setOutcome('unresolvable');
      setOutcome('checking');
      try {
        const outcome = (await resolveAttempt(attempt.key)) ? 'done' : 'not-done';
        // If this screen was left meanwhile, the attempt stays stored, so that the next screen shows its
        // outcome.
        if (isMounted()) {
          removeAttempt(attempt.key);
          setOutcome(outcome);
        }
        if (outcome === 'not-done') return;
        carriedOut$.next(attempt);
        await refreshBalances(queryClient);
      } catch (error) {
        setOutcome('unresolvable');
        logIgnored(error, 'attempt: outcome not read');
      }
    },
    [queryClient, isMounted],
  );

  useEffect(() => {
    if (agentId === undefined) return;
    const update = (): void => setAttempts((shown) => mergeAttempts(shown, lostAttempts(agentId)));
    update();
    lostAttempts(agentId).forEach((attempt) => void check(attempt));
    const subscription = attemptsChanged$.subscribe(update);
    return () => subscription.unsubscribe();
  }, [agentId, check]);

  function close(key: string): void {
    giveUp(key);
    setAttempts((shown) => shown.filter(({ attempt }) => attempt.key !== key));
  }
  return { attempts, check, close };
}

/** The outcome of each operation whose answer was lost. */
export function LostAttempts() {
  const { attempts, check, close } = useLostAttempts();
  const place = useRef<HTMLDivElement>(null);

  /** The pressed button disappears, so the page's title takes the focus. */
  function press(act: () => unknown): void {
    place.current?.closest('section')?.querySelector('h1')?.focus({ preventScroll: true });
    act();
  }

  return (
    <div ref={place} role="status" aria-label={messages.title} className={styles.list} data-screen-only>
      {attempts.map(({ attempt, outcome }) => (
        <div key={attempt.key} className={styles.attempt} data-row="apart" data-outcome={outcome}>
          <p>
            {messages.describe(attempt)}
            {'\u00a0'}: <strong>{messages.outcome[outcome]}</strong>.
          </p>
          {(outcome === 'unknown' || outcome === 'unresolvable') && (
            <div data-row="close">
              <ButtonLink to="/history" isSmall>
                {messages.history}
              </ButtonLink>
              <Button tone="quiet" isSmall onClick={() => press(() => check(attempt))}>
                {messages.check}
              </Button>
              {outcome === 'unresolvable' && (
                <ConfirmButton
                  label={messages.close}
                  question={messages.closeQuestion}
                  isSmall
                  isCautious
                  onConfirm={() => press(() => close(attempt.key))}
                />
              )}
            </div>
          )}
          {(outcome === 'done' || outcome === 'not-done') && (
            <Button tone="quiet" isSmall onClick={() => press(() => close(attempt.key))}>
              {messages.close}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
