import { Button, ButtonLink } from '@palier/shared/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { SignedAmount } from '../../lib/signed-amount/signed-amount';
import { messages } from './game.messages';
import styles from './game.module.css';
import type { Reminder } from './use-reminder';

interface SittingReminderProps {
  readonly reminder: Reminder;
  readonly onStop: () => void;
}

interface RemindedGameProps {
  readonly reminder: Reminder | null;
  readonly onStop: () => void;
  readonly children: ReactNode;
}

/** The game. While a reminder waits for its answer, the game takes no pointer and no key. */
export const RemindedGame = ({ reminder, onStop, children }: RemindedGameProps) => (
  <>
    <div className={styles.framePlace} inert={reminder !== null}>
      {children}
    </div>
    {reminder !== null && <SittingReminder reminder={reminder} onStop={onStop} />}
  </>
);

/** Over the game after each hour of a sitting, until it is answered. */
function SittingReminder({ reminder: { hours, result, answer }, onStop }: SittingReminderProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('button')?.focus(), []);
  return (
    <div
      ref={place}
      className={`${styles.curtain} ${styles.reminder}`}
      role="alertdialog"
      lang="fr"
      aria-label={messages.reminder(hours)}
    >
      <p>
        <strong>{messages.reminder(hours)}</strong>
      </p>
      <p>
        {messages.reminderResult} <SignedAmount value={result} /> TND
      </p>
      <div className={styles.choices} data-row>
        <Button onClick={answer}>{messages.continuePlay}</Button>
        <Button tone="quiet" onClick={onStop}>
          {messages.stopPlay}
        </Button>
        <ButtonLink to="/protection">{messages.protection}</ButtonLink>
      </div>
    </div>
  );
}
