/** Not a singleton: each package bundles its own copy. */
import { Button } from '@palier/shared/ui';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
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
   * Puts the focus on Annuler, so that Enter pressed twice cancels, and leaves the box around the question to
   * the caller.
   */
  readonly isCautious?: boolean;
  /** Returns false when the action was not carried out. After success, the caller places the focus. */
  readonly onConfirm: () => Promise<boolean> | void;
}

type State = 'closed' | 'asking' | 'sending';

/** The focused button disappears with a change of state, so a button in its place takes the focus. */
function usePlaceWithFocus(state: State): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (state === 'asking' || (state === 'closed' && wasAsking.current)) {
      const [first, ...others] = place.current?.querySelectorAll('button') ?? [];
      (others.find(({ dataset }) => 'safe' in dataset) ?? first)?.focus();
    }
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

  async function confirm(event: MouseEvent): Promise<void> {
    // The second click of a double click on the button was not meant for the answer.
    if (state === 'sending' || (isCautious && event.detail > 1)) return;
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
  return (
    <div
      ref={place}
      className={`${styles.question} ${isCautious ? '' : styles.boxed}`}
      role="group"
      aria-label={question ?? undefined}
    >
      <p>{question}</p>
      <div data-row="close">
        <Button
          tone={isCautious ? 'quiet' : 'primary'}
          isSmall
          aria-busy={isSending}
          onClick={(event) => void confirm(event)}
          onKeyDown={onKeyDown}
        >
          {messages.confirm}
        </Button>
        <Button
          tone="quiet"
          isSmall
          data-safe={isCautious || undefined}
          disabled={isSending}
          onClick={() => setState('closed')}
          onKeyDown={onKeyDown}
        >
          {cancelLabel}
        </Button>
      </div>
    </div>
  );
}
