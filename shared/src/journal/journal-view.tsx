import type { Act, Journal } from '@palier/shared/contracts';
import { formatDateTime } from '@palier/shared/dates';
import { useLocation } from '@palier/shared/router';
import { RefetchButton } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import { DataTable } from '@palier/shared/data-table';
import { ButtonLink, ErrorBox } from '@palier/shared/ui';
import { useEffect, useRef } from 'react';
import { messages } from './journal.messages';
import { actorOf, textsOf } from './journal.rules';
import type { JournalPart } from './use-journal';
import styles from './journal.module.css';

const NOTHING: Journal = { data: [], next: null, lastSignInAt: null };

/** Entries of a journal, with a link to older ones. `isOwn`: the reader's own journal, which leaves out the current sign-in. */
export function JournalView({
  journal,
  isLoading,
  hasFailed,
  before,
  readAgain,
  isOwn = false,
}: JournalPart & { readonly isOwn?: boolean }) {
  const { pathname } = useLocation();
  const reader = useUser()?.username;
  const region = useFocusOnPageChange(before);
  const { data, next, lastSignInAt } = journal ?? NOTHING;
  return (
    <div ref={region} className={styles.journal} tabIndex={-1}>
      <p className={styles.lastSignIn}>{journal !== undefined && lastSignInText(lastSignInAt, isOwn)}</p>
      {hasFailed ? (
        <>
          <ErrorBox message={messages.failed} />
          <div>
            <RefetchButton onPress={readAgain} />
          </div>
        </>
      ) : (
        <DataTable
          caption={messages.title}
          rows={data}
          rowKey={({ id }) => id}
          emptyText={messages.empty}
          stateText={isLoading ? messages.loading : undefined}
          columns={[
            {
              title: messages.date,
              width: '25%',
              inCard: 'note',
              cell: (act) => <span className={styles.date}>{formatDateTime(act.date)}</span>,
            },
            { title: messages.act, width: '50%', inCard: 'heading', cell: (act) => <ActCell act={act} /> },
            { title: messages.actor, width: '25%', inCard: 'mark', cell: (act) => actorOf(act, reader) },
          ]}
        />
      )}
      {(before !== null || next !== null) && (
        <nav className={styles.parts} aria-label={messages.parts}>
          {before !== null && <ButtonLink to={pathname}>{messages.newest}</ButtonLink>}
          {next !== null && <ButtonLink to={`${pathname}?avant=${next}`}>{messages.older}</ButtonLink>}
        </nav>
      )}
    </div>
  );
}

function ActCell({ act }: { readonly act: Act }) {
  const { text, detail } = textsOf(act);
  return (
    <span className={styles.act}>
      {text}
      {detail !== '' && <span className={styles.detail}>{detail}</span>}
    </span>
  );
}

function lastSignInText(date: string | null, isOwn: boolean): string {
  if (date === null) return isOwn ? messages.noOtherSignIn : messages.noSignIn;
  const text = isOwn ? messages.lastOtherSignIn : messages.lastSignIn;
  return text(formatDateTime(date));
}

/** The pressed link may be gone, so the start of the new entries takes the focus. */
function useFocusOnPageChange(before: string | null) {
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
