import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import styles from './disclosure.module.css';

interface Disclosure {
  readonly isOpen: boolean;
  readonly panel: RefObject<HTMLSpanElement | null>;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly toggle: () => void;
}

/**
 * A panel that its button opens and closes; Escape in the panel or on the button closes it and focuses the
 * button.
 */
export function useDisclosure(): Disclosure {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    function closeOnEscape({ key, target }: KeyboardEvent): void {
      const isInside = target === opener.current || panel.current?.contains(target as Node) === true;
      if (key !== 'Escape' || !isInside) return;
      setIsOpen(false);
      opener.current?.focus();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isOpen]);
  return { isOpen, opener, panel, toggle: () => setIsOpen((before) => !before) };
}

interface MoreButtonProps extends Pick<Disclosure, 'isOpen' | 'opener' | 'toggle'> {
  readonly panelId: string;
  readonly label: string;
  readonly describedBy?: string;
}

/** The button with three dots. */
export const MoreButton = ({
  isOpen,
  opener,
  toggle,
  panelId,
  label,
  describedBy,
}: MoreButtonProps): ReactNode => (
  <button
    ref={opener}
    type="button"
    className={styles.opener}
    aria-label={label}
    aria-describedby={describedBy}
    aria-expanded={isOpen}
    aria-controls={panelId}
    onClick={toggle}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="5" cy="12" r="1.75" />
      <circle cx="12" cy="12" r="1.75" />
      <circle cx="19" cy="12" r="1.75" />
    </svg>
  </button>
);
