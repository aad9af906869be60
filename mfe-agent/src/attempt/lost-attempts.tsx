import { Button, ButtonLink } from '@palier/shared/ui';
import { messages } from './attempt.messages';
import { GiveUpButton } from './give-up-button';
import styles from './lost-attempts.module.css';
import { useLostAttempts } from './use-lost-attempts';

/** What became of operations whose answer was lost; nothing at all when there are none. */
export function LostAttempts() {
  const { told, check, close } = useLostAttempts();
  return (
    <div role="status" aria-label={messages.title} className={styles.list}>
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
              <Button tone="quiet" isSmall onClick={() => void check(attempt)}>
                {messages.check}
              </Button>
              {outcome === 'unread' && <GiveUpButton onGiveUp={() => close(attempt.key)} />}
            </div>
          )}
          {(outcome === 'done' || outcome === 'not-done') && (
            <Button tone="quiet" isSmall onClick={() => close(attempt.key)}>
              {messages.close}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
