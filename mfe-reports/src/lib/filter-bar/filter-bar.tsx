import { useRef, type ReactNode } from 'react';
import { messages } from './filter-bar.messages';
import styles from './filter-bar.module.css';

export interface FilterChip {
  readonly text: string;
  readonly onRemove: () => void;
}

export interface FilterOffer {
  readonly text: string;
  readonly isSaved?: boolean;
  readonly onPress: () => void;
}

interface FilterBarProps {
  readonly label: string;
  /** The text of the button that opens the sheet of all filters. */
  readonly opener: ReactNode;
  readonly chips?: readonly FilterChip[];
  /** Filters that one press applies. */
  readonly offers: readonly FilterOffer[];
  readonly onOpen: () => void;
}

/** The filters of a list in one line, which a phone scrolls sideways. Each is removed by one press. */
export function FilterBar({ label, opener, chips = [], offers, onOpen }: FilterBarProps) {
  const openerButton = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.bar} role="group" aria-label={label} data-screen-only>
      <button
        ref={openerButton}
        type="button"
        className={styles.opener}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        {opener}
      </button>
      {chips.length + offers.length > 0 && (
        <ul className={styles.chips}>
          {chips.map(({ text, onRemove }) => (
            <li key={text}>
              <button
                type="button"
                className={styles.chip}
                aria-label={messages.remove(text)}
                onClick={() => {
                  // The pressed button is removed.
                  openerButton.current?.focus();
                  onRemove();
                }}
              >
                {text} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
          {offers.map(({ text, isSaved = false, onPress }) => (
            <li key={`offer-${text}`}>
              <button
                type="button"
                className={styles.offer}
                aria-label={isSaved ? messages.saved(text) : undefined}
                onClick={() => {
                  openerButton.current?.focus({ preventScroll: true });
                  onPress();
                }}
              >
                {isSaved && <span aria-hidden="true">★ </span>}
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
