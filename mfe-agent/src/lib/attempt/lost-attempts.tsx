import { Button, ButtonLink } from '@palier/shared/ui';
import { useRef } from 'react';
import { messages } from './attempt.messages';
import { GiveUpButton } from './give-up-button';
import styles from './lost-attempts.module.css';
import { useLostAttempts } from './use-lost-attempts';

/** What became of operations whose answer was lost; nothing at all when there are none. */
export function LostAttempts() {
  const { told, check, close } = useLostAttempts();
  const place = useRef<HTMLDivElement>(null);

  /** Each button goes with what it does: the title above has the focus then, and what comes of it is the next stop. */
  function press(act: () => unknown): void {
    place.current?.closest('section')?.querySelector('h1')?.focus({ preventScroll: true });
    act();
  }

  return (
    <div ref={place} role="status" aria-label={messages.title} className={styles.list}>
      {told.map(({ attempt, outcome }) => (
        <div key={attempt.key} className={styles.attempt} data-outcome={outcome}>
          <p>
            {messages.what(attempt)}
            {'\u00a0'}: <strong>{messages.outcome[outcome]}</strong>.
          </p>
          {(outcome === 'unknown' || outcome === 'unread') && (
            <div className={styles.actions}>
              <ButtonLink to="/history" isSmall>
                {messages.history}
              </ButtonLink>
              <Button tone="quiet" isSmall onClick={() => press(() => check(attempt))}>
                {messages.check}
              </Button>
              {outcome === 'unread' && <GiveUpButton onGiveUp={() => press(() => close(attempt.key))} />}
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
