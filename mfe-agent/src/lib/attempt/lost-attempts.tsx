import { ConfirmButton } from '@palier/shared/confirm-button';
import { Button, ButtonLink } from '@palier/shared/ui';
import { useRef } from 'react';
import { messages } from './attempt.messages';
import styles from './lost-attempts.module.css';
import { useLostAttempts } from './use-lost-attempts';

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
