import type { JournalEntry, Journal } from '@palier/shared/contracts';
import { DataTable } from '@palier/shared/data-table';
import { formatDateTime } from '@palier/shared/dates';
import { formatMoment } from '@palier/shared/french-dates';
import { useLocation } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { ButtonLink } from '@palier/shared/ui';
import { useEffect, useRef } from 'react';
import { messages } from './journal.messages';
import styles from './journal.module.css';
import { actorOf, textsOf } from './journal.rules';
import type { JournalPart } from './use-journal';

const NOTHING: Journal = { data: [], next: null, lastSignInAt: null };

/**
 * Entries of a journal, with a link to older ones. `isOwn`: the reader's own journal, which leaves out the
 * current sign-in.
 */
export function JournalView({
  journal,
  isLoading,
  hasFailed,
  before,
  readAgain,
  isOwn = false,
}: JournalPart & { readonly isOwn?: boolean }) {
  const reader = useUser()?.username;
  const region = useFocusOnPageChange(before);
  const { data, next, lastSignInAt } = journal ?? NOTHING;
  return (
    <div ref={region} className={styles.journal} data-stack tabIndex={-1}>
      <p className={styles.lastSignIn}>{journal !== undefined && lastSignInText(lastSignInAt, isOwn)}</p>
      <DataTable
        caption={messages.title}
        rows={data}
        rowKey={({ id }) => id}
        emptyText={messages.empty}
        nextStep={messages.nothingYet}
        loadingText={isLoading ? messages.loading : undefined}
        failure={hasFailed ? { message: messages.failed, onRetry: readAgain } : undefined}
        columns={[
          {
            title: messages.date,
            width: '25%',
            inCard: 'note',
            cell: (entry) => <span className={styles.date}>{formatDateTime(entry.date)}</span>,
          },
          {
            title: messages.entry,
            width: '50%',
            inCard: 'heading',
            cell: (entry) => <EntryCell entry={entry} />,
          },
          { title: messages.actor, width: '25%', inCard: 'mark', cell: (entry) => actorOf(entry, reader) },
        ]}
      />
      <JournalParts before={before} next={next} />
    </div>
  );
}

function EntryCell({ entry }: { readonly entry: JournalEntry }) {
  const { text, detail } = textsOf(entry);
  return (
    <span className={styles.entry}>
      {text}
      {detail !== '' && <span className={styles.detail}>{detail}</span>}
    </span>
  );
}

function lastSignInText(date: string | null, isOwn: boolean): string {
  if (date === null) return isOwn ? messages.noOtherSignIn : messages.noSignIn;
  const text = isOwn ? messages.lastOtherSignIn : messages.lastSignIn;
  return text(formatMoment(date));
}

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
    <nav className={styles.parts} data-row="close" data-screen-only aria-label={messages.parts}>
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
