/** Not a singleton: each package bundles its own copy. */
import { Button } from '@palier/shared/ui';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import styles from './confirm-button.module.css';

const messages = { confirm: 'Confirmer', cancel: 'Annuler' };

interface ConfirmButtonProps {
  readonly label: string;
  /** Null: the button acts without a question. */
  readonly question: string | null;
  readonly describedBy?: string | undefined;
  readonly isSmall?: boolean;
  /** Where « Annuler » could be read as the action. */
  readonly cancelLabel?: string;
  /**
   * Puts Annuler first, so that Enter pressed twice cancels, and leaves the box around the question to the
   * caller.
   */
  readonly isCautious?: boolean;
  /** Returns false when the action was not carried out. After success, the caller places the focus. */
  readonly onConfirm: () => Promise<boolean> | void;
}

type State = 'closed' | 'asking' | 'sending';

/** The focused button disappears with a change of state, so the first button in its place takes the focus. */
function usePlaceWithFocus(state: State): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (state === 'asking' || (state === 'closed' && wasAsking.current))
      place.current?.querySelector('button')?.focus();
    wasAsking.current = state !== 'closed';
  }, [state]);
  return place;
}

/**
 * A button that is replaced by a question. Escape and Annuler bring the button back, with the focus. Enter
 * held down since the press of the button does not answer the question.
 */
export function ConfirmButton({
  label,
  question,
  describedBy,
  isSmall = false,
  cancelLabel = messages.cancel,
  isCautious = false,
  onConfirm,
}: ConfirmButtonProps) {
  const [state, setState] = useState<State>('closed');
  const place = usePlaceWithFocus(state);

  async function confirm(): Promise<void> {
    if (state === 'sending') return;
    setState('sending');
    if ((await onConfirm()) === false) setState('closed');
  }

  function onKeyDown(event: KeyboardEvent): void {
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
          onClick={() => (question === null ? void onConfirm() : setState('asking'))}
          onKeyDown={onKeyDown}
        >
          {label}
        </Button>
      </div>
    );
  const isSending = state === 'sending';
  const cancelButton = (
    <Button
      tone="quiet"
      isSmall
      disabled={isSending}
      onClick={() => setState('closed')}
      onKeyDown={onKeyDown}
    >
      {cancelLabel}
    </Button>
  );
  return (
    <div
      ref={place}
      className={`${styles.question} ${isCautious ? '' : styles.boxed}`}
      role="group"
      aria-label={question ?? undefined}
    >
      <p>{question}</p>
      <div data-row="close">
        {isCautious && cancelButton}
        <Button
          tone={isCautious ? 'quiet' : 'primary'}
          isSmall
          aria-busy={isSending}
          onClick={() => void confirm()}
          onKeyDown={onKeyDown}
        >
          {messages.confirm}
        </Button>
        {!isCautious && cancelButton}
      </div>
    </div>
  );
}
