import type { OwnRequest } from '@palier/shared/contracts/balance-requests';
import { bus } from '@palier/shared/bus';
import { firstError } from '@palier/shared/http';
import { Note, TextLink, Waiting } from '@palier/shared/page-parts';
import { ReadFailure } from '@palier/shared/refetch-on-revisit';
import { formatAge, requestedText } from '@palier/shared/request-words';
import { useSearchParams } from '@palier/shared/router';
import { Button, ButtonLink, Card, Chip, Page } from '@palier/shared/ui';
import { useRef } from 'react';
import { RequestForm } from './request-form';
import { messages } from './requests.messages';
import styles from './requests.module.css';
import { useOwnRequests, withdrawRequest } from './use-own-requests';

/** A user's own requests to the parent: a form, and how each request stands (decision 0113). */
export function RequestsPage() {
  const [params] = useSearchParams();
  const before = /^[1-9]\d{0,8}$/.exec(params.get('avant') ?? '')?.[0];
  const { requests, isPending, isError, refetch } = useOwnRequests(
    before === undefined ? undefined : Number(before),
  );
  return (
    <Page title={messages.title}>
      <div className={styles.content}>
        <div data-screen-only>
          <Card>
            <RequestForm payoutsReserve={requests?.payoutsReserve} />
          </Card>
        </div>
        <section aria-label={messages.own} className={styles.own}>
          <h2>{messages.own}</h2>
          {isError && <ReadFailure message={messages.unread} onRetry={refetch} />}
          {isPending && <Waiting text={messages.loading} />}
          {requests?.data.length === 0 && <Note>{messages.empty}</Note>}
          <ul className={styles.list}>
            {requests?.data.map((request) => (
              <RequestItem key={request.id} request={request} />
            ))}
          </ul>
          {requests !== undefined && requests.next !== null && (
            <ButtonLink to={`?avant=${requests.next}`}>{messages.older}</ButtonLink>
          )}
        </section>
      </div>
    </Page>
  );
}

const STATES: Readonly<Record<OwnRequest['status'], (request: OwnRequest) => string>> = {
  OPEN: ({ seenAt, ageS }) =>
    seenAt === null
      ? messages.asked(formatAge(ageS))
      : `${messages.asked(formatAge(ageS))} · ${messages.seen(seenAt)}`,
  PAID: ({ closedAt }) => messages.paid(closedAt ?? ''),
  REFUSED: ({ reason }) => messages.refused(reason ?? ''),
  WITHDRAWN: () => messages.withdrawn,
  EXPIRED: () => messages.expired,
};

function RequestItem({ request }: { readonly request: OwnRequest }) {
  const { id, status, note, isReserved, transactionId } = request;
  const what = requestedText(request);
  return (
    <li className={styles.item} data-status={status}>
      <div className={styles.words}>
        <strong className={styles.what}>{what}</strong>
        <span>
          {STATES[status](request)} {isReserved && <Chip>{messages.reserved}</Chip>}
        </span>
        {note !== null && <span className={styles.note}>{note}</span>}
      </div>
      {transactionId !== null && (
        <TextLink to={`/receipt/${transactionId}`} state={{ history: '/requests' }}>
          {messages.receipt}
        </TextLink>
      )}
      {status === 'OPEN' && <WithdrawButton id={id} what={what} />}
    </li>
  );
}

function WithdrawButton({ id, what }: { readonly id: number; readonly what: string }) {
  const isInFlight = useRef(false);
  async function withdraw(): Promise<void> {
    if (isInFlight.current) return;
    isInFlight.current = true;
    try {
      await withdrawRequest(id);
    } catch (error) {
      bus.emit('notice/raised', { tone: 'failure', text: firstError(error, messages.notWithdrawn) });
    } finally {
      isInFlight.current = false;
    }
  }
  return (
    <Button tone="quiet" isSmall aria-label={messages.withdrawOf(what)} onClick={() => void withdraw()}>
      {messages.withdraw}
    </Button>
  );
}
