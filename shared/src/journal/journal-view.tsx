import type { Act, Journal } from '@palier/shared/contracts';
import { formatDateTime } from '@palier/shared/dates';
import { RefetchButton } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import { DataTable } from '@palier/shared/data-table';
import { ErrorBox } from '@palier/shared/ui';
import { JournalParts, useFocusOnPageChange } from './journal-parts';
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
      <JournalParts before={before} next={next} />
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
