import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '@palier/shared/ui';
import { messages } from './sessions.messages';
import styles from './sessions.module.css';

interface ConfirmButtonProps {
  readonly label: string;
  readonly question: string;
  readonly describedBy?: string | undefined;
  readonly isSmall?: boolean;
  /** Answers whether it was done; then this button may be gone, and the focus is the caller's to place. */
  readonly onConfirm: () => Promise<boolean>;
}

/**
 * A button that asks first, in its own place. Escape or Annuler give the focus back to it. Enter that is still held down when the
 * question comes does not answer it.
 */
export function ConfirmButton({
  label,
  question,
  describedBy,
  isSmall = false,
  onConfirm,
}: ConfirmButtonProps) {
  const [state, setState] = useState<'closed' | 'asking' | 'sending'>('closed');
  const place = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);

  // The button that had the focus is gone in each state: the one in its place takes it.
  useEffect(() => {
    if (state === 'asking' || (state === 'closed' && wasAsking.current))
      place.current?.querySelector('button')?.focus();
    wasAsking.current = state !== 'closed';
  }, [state]);

  async function confirm(): Promise<void> {
    if (state === 'sending') return;
    setState('sending');
    if (!(await onConfirm())) setState('closed');
  }

  function leave(event: KeyboardEvent): void {
    if (event.repeat) event.preventDefault();
    if (event.key === 'Escape' && state === 'asking') setState('closed');
  }

  if (state === 'closed')
    return (
      <div ref={place}>
        <Button
          tone="quiet"
          isSmall={isSmall}
          aria-describedby={describedBy}
          onClick={() => setState('asking')}
        >
          {label}
        </Button>
      </div>
    );
  return (
    <div ref={place} className={styles.question} role="group" aria-label={question}>
      <p>{question}</p>
      <div className={styles.answers}>
        <Button isSmall aria-busy={state === 'sending'} onClick={() => void confirm()} onKeyDown={leave}>
          {messages.confirm}
        </Button>
        <Button
          tone="quiet"
          isSmall
          disabled={state === 'sending'}
          onClick={() => setState('closed')}
          onKeyDown={leave}
        >
          {messages.cancel}
        </Button>
      </div>
    </div>
  );
}
