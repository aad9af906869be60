import { Button } from '@palier/shared/ui';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { messages } from './attempt.messages';
import styles from './lost-attempts.module.css';

/** Fermer for an outcome that nobody knows. It asks first, and Enter pressed twice is Annuler. */
export function GiveUpButton({ onGiveUp }: { readonly onGiveUp: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);

  // The button that had the focus is gone: the one in its place takes it.
  useEffect(() => {
    if (isAsking !== wasAsking.current) place.current?.querySelector('button')?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  function leave(event: KeyboardEvent): void {
    if (event.key === 'Escape') setIsAsking(false);
  }

  if (!isAsking)
    return (
      <div ref={place}>
        <Button tone="quiet" isSmall onClick={() => setIsAsking(true)}>
          {messages.close}
        </Button>
      </div>
    );
  return (
    <div ref={place} className={styles.question} role="group" aria-label={messages.closeQuestion}>
      <p>{messages.closeQuestion}</p>
      <div className={styles.actions}>
        <Button tone="quiet" isSmall onClick={() => setIsAsking(false)} onKeyDown={leave}>
          {messages.cancel}
        </Button>
        <Button tone="quiet" isSmall onClick={onGiveUp} onKeyDown={leave}>
          {messages.confirm}
        </Button>
      </div>
    </div>
  );
}
