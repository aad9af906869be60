import type { AccountEvent } from '@palier/shared/contracts/account-page';
import { DataTable, type Column } from '@palier/shared/data-table';
import { formatDateTime } from '@palier/shared/dates';
import { actorOf, JournalParts, textsOf, useFocusOnPageChange } from '@palier/shared/journal';
import { TextLink } from '@palier/shared/page-parts';
import { ReverseDeposit } from '@palier/shared/reverse-deposit';
import { useLocation } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { Amount, Button, ButtonLink } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { messages } from './account.messages';
import styles from './account.module.css';
import { useAccountEvents } from './use-account';

const columnsFor = (reversibleOf: string | undefined): readonly Column<AccountEvent>[] => [
  {
    title: messages.date,
    width: '22%',
    inCard: 'note',
    cell: ({ date }) => <time>{formatDateTime(date)}</time>,
  },
  {
    title: messages.event,
    width: '46%',
    inCard: 'title',
    cell: (event) => <EventCell event={event} reversibleOf={reversibleOf} />,
  },
  {
    title: messages.amount,
    width: '16%',
    isNumeric: true,
    inCard: 'amount',
    cell: ({ amount }) =>
      amount !== null && (
        <>
          {amount > 0 && '+'}
          <Amount value={amount} />
        </>
      ),
  },
  {
    title: messages.balance,
    width: '16%',
    isNumeric: true,
    inCard: 'mark',
    cell: ({ balanceAfter }) => balanceAfter !== null && <Amount value={balanceAfter} />,
  },
];

interface AccountEventsProps {
  readonly id: string;
  /** Set for a direct sub-account, whose deposits its agent may take back. */
  readonly reversibleOf: string | undefined;
  /** Given when there may be newer events than those shown. */
  readonly onShowNews: (() => void) | undefined;
}

/** All that happened to the account, newest first, with links to older parts. */
export function AccountEvents({ id, reversibleOf, onShowNews }: AccountEventsProps) {
  const { before, events, isLoading, hasFailed, refetch } = useAccountEvents(id);
  const region = useFocusOnPageChange(before);
  return (
    <div ref={region} className={styles.events} data-stack tabIndex={-1}>
      <div className={styles.eventsHead} data-row>
        <h2>{messages.events}</h2>
        {before === null && onShowNews !== undefined && (
          <Button
            tone="quiet"
            isSmall
            data-screen-only
            onClick={() => {
              // This button, which has the focus, is removed once the account has been read again.
              region.current?.focus({ preventScroll: true });
              onShowNews();
            }}
          >
            {messages.showNews}
          </Button>
        )}
      </div>
      <DataTable
        caption={messages.events}
        columns={columnsFor(reversibleOf)}
        rows={events?.data ?? []}
        rowKey={({ key }) => key}
        emptyText={messages.empty}
        nextStep={
          reversibleOf !== undefined && <ButtonLink to={`/refund/${id}`}>{messages.firstDeposit}</ButtonLink>
        }
        loadingText={isLoading ? messages.loading : undefined}
        failure={hasFailed ? { message: messages.eventsFailed, onRetry: refetch } : undefined}
      />
      <JournalParts before={before} next={events?.next ?? null} />
    </div>
  );
}

interface EventCellProps {
  readonly event: AccountEvent;
  readonly reversibleOf: string | undefined;
}

function EventCell({ event, reversibleOf }: EventCellProps) {
  const { pathname, search } = useLocation();
  const reader = useUser()?.username;
  const { kind, number, username, game, note } = event;
  if (number === null) {
    const entry = { ...event, id: 0, actorUsername: username, browser: null, system: null };
    const { text, detail } = textsOf(entry);
    return <EventText text={text} details={[detail, actorOf(entry, reader)]} />;
  }
  return (
    <EventText
      text={messages.movement(kind)}
      action={
        reversibleOf !== undefined &&
        kind === 'DEPOSIT' && (
          <ReverseDeposit
            id={number}
            deposit={{
              amount: event.amount ?? NaN,
              targetUsername: reversibleOf,
              initiatorUsername: username ?? undefined,
              isReversible: event.isReversible,
            }}
          />
        )
      }
      details={[username ?? game ?? '', messages.number(number), note === null ? '' : messages.note(note)]}
    >
      {game !== null && (
        <>
          {' · '}
          <TextLink to={`/round/${number}`} state={{ history: pathname + search }} data-screen-only>
            {messages.round}
          </TextLink>
        </>
      )}
    </EventText>
  );
}

const EventText = ({
  text,
  details,
  action,
  children,
}: {
  readonly text: string;
  readonly details: readonly string[];
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}) => (
  <span className={styles.event}>
    {text}
    <small className={styles.detail}>
      {details.filter((detail) => detail !== '').join(' · ')}
      {children}
    </small>
    {action}
  </span>
);
