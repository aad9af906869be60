import { DataTable } from '@palier/shared/data-table';
import { Note } from '@palier/shared/page-parts';
import { Amount, Button, ErrorBox, VisuallyHidden } from '@palier/shared/ui';
import { useState } from 'react';
import type { Change, CheckedLine, CheckedList } from './check-lines';
import { messages } from './movement-list.messages';
import styles from './movement-list.module.css';
import { StateHeading } from './state-heading';

interface CheckedLinesProps {
  readonly list: CheckedList;
  readonly title: string | null;
  readonly onEdit: () => void;
  /** False: another list is not finished. */
  readonly onConfirm: () => boolean;
}

/** What each line would change; one press sends all lines without a fault. */
export function CheckedLines({ list, title, onEdit, onConfirm }: CheckedLinesProps) {
  const { type, lines, sent, total } = list;
  const [error, setError] = useState<string | null>(null);
  const leftOut = lines.length - sent.length;
  return (
    <section data-stack aria-label={messages.checked}>
      <StateHeading text={messages.checked} />
      {title !== null && <Note>{messages.ignoredTitle(title)}</Note>}
      <p>
        {sent.length === 0 ? messages.nothingToSend : messages.willSend(type, sent.length, total)}{' '}
        {sent.length > 0 && leftOut > 0 && <strong>{messages.willLeaveOut(leftOut)}</strong>}
      </p>
      <ErrorBox message={error} />
      <div data-row="close" data-screen-only>
        {sent.length > 0 && (
          <Button
            onClick={() => {
              if (!onConfirm()) setError(messages.otherRun);
            }}
          >
            {messages.confirm(type, sent.length)}
          </Button>
        )}
        <Button tone="quiet" onClick={onEdit}>
          {messages.edit}
        </Button>
      </div>
      <LineTable lines={lines} />
    </section>
  );
}

const LineTable = ({ lines }: { readonly lines: readonly CheckedLine[] }) => (
  <DataTable
    caption={messages.checked}
    rows={lines}
    rowKey={({ number }) => number}
    emptyText={messages.empty}
    columns={[
      {
        title: messages.line,
        width: '7%',
        inCard: 'index',
        cell: ({ number }) => number,
      },
      {
        title: messages.account,
        width: '17%',
        isRowHeader: true,
        inCard: 'title',
        cell: ({ name }) => <span className={styles.name}>{name}</span>,
      },
      {
        title: messages.amount,
        width: '12%',
        isNumeric: true,
        inCard: 'amount',
        cell: ({ amount, written }) => (amount === null ? written.amount : <Amount value={amount} />),
      },
      {
        title: messages.accountBalance,
        width: '18%',
        isNumeric: true,
        inCard: 'left',
        cell: ({ target }) => <ChangeCell change={target} />,
      },
      {
        title: messages.ownBalance,
        width: '20%',
        isNumeric: true,
        inCard: 'right',
        cell: ({ own }) => <ChangeCell change={own} />,
      },
      {
        title: messages.remarks,
        width: '26%',
        cell: (line) => <Remarks line={line} />,
      },
    ]}
  />
);

const ChangeCell = ({ change }: { readonly change: Change | null }) =>
  change === null ? (
    '–'
  ) : (
    <>
      <Amount value={change.before} />
      <span aria-hidden="true"> → </span>
      <VisuallyHidden>{messages.becomes}</VisuallyHidden>
      <strong>
        <Amount value={change.after} />
      </strong>
    </>
  );

const Remarks = ({ line: { faults, warnings, own } }: { readonly line: CheckedLine }) => (
  <span className={styles.remarks}>
    <strong className={own === null ? styles.negative : styles.positive}>
      {own === null ? messages.notSent : messages.ready}
    </strong>
    {[...faults, ...warnings].map((remark) => (
      <span key={remark}>{remark}</span>
    ))}
  </span>
);
