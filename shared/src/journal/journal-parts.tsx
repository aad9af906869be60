import { useLocation } from '@palier/shared/router';
import { ButtonLink } from '@palier/shared/ui';
import { useEffect, useRef } from 'react';
import { messages } from './journal.messages';
import styles from './journal.module.css';

interface JournalPartsProps {
  /** The entries shown are older than this; null for the newest. */
  readonly before: string | null;
  readonly next: number | string | null;
}

/** Links to older entries and back to the newest, on the same page. */
export function JournalParts({ before, next }: JournalPartsProps) {
  const { pathname, state } = useLocation() as { readonly pathname: string; readonly state: unknown };
  if (before === null && next === null) return null;
  return (
    <nav className={styles.parts} data-screen-only aria-label={messages.parts}>
      {before !== null && (
        <ButtonLink to={pathname} state={state}>
          {messages.newest}
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink to={`${pathname}?avant=${next}`} state={state}>
          {messages.older}
        </ButtonLink>
      )}
    </nav>
  );
}

/** The pressed link may be gone, so the start of the new entries takes the focus. */
export function useFocusOnPageChange(before: string | null) {
  const region = useRef<HTMLDivElement>(null);
  const last = useRef(before);
  useEffect(() => {
    if (last.current !== before) {
      region.current?.focus({ preventScroll: true });
      region.current?.scrollIntoView?.({ block: 'nearest' });
      window.scrollTo?.({ top: 0 });
    }
    last.current = before;
  }, [before]);
  return region;
}
