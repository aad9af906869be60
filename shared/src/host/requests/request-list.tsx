import type { ReceivedRequest } from '@palier/shared/contracts/balance-requests';
import { formatAge, paymentAddress, requestedText } from '@palier/shared/request-words';
import { useLocation } from '@palier/shared/router';
import { Button, ButtonLink, Chip } from '@palier/shared/ui';
import { useEffect, useRef, useState } from 'react';
import { markSeen, useReceivedRequests } from './received';
import { Refusal } from './refusal';
import { messages } from './requests.messages';
import styles from './requests.module.css';

const AGE_EVERY_MS = 15_000;

/** Seconds since `readAtMs`, a time of `performance.now()`; renewed every 15 s while it is mounted. */
function useSecondsSince(readAtMs: number): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), AGE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, (nowMs - readAtMs) / 1_000);
}

interface RequestListProps {
  readonly most: number;
  /** Called when a link of the list is followed. */
  readonly onFollow?: () => void;
}

/** Open requests, the oldest first, each with the form that pays it and its refusal. */
export function RequestList({ most, onFollow }: RequestListProps) {
  const { data, total, readAtMs } = useReceivedRequests();
  const sinceS = useSecondsSince(readAtMs);
  const shown = data.slice(0, most);
  useEffect(() => markSeen(shown));
  if (shown.length === 0) return null;
  return (
    <>
      <ul className={styles.list}>
        {shown.map((request) => (
          <RequestItem
            key={request.id}
            request={request}
            age={formatAge(request.ageS + sinceS)}
            onFollow={onFollow}
          />
        ))}
      </ul>
      {total > shown.length && <p className={styles.more}>{messages.more(countText(total))}</p>}
    </>
  );
}

/** The server counts up to 100. */
const MAX_COUNTED = 100;
export const countText = (total: number): string => (total < MAX_COUNTED ? String(total) : '99+');

interface RequestItemProps {
  readonly request: ReceivedRequest;
  readonly age: string;
  readonly onFollow: (() => void) | undefined;
}

function RequestItem({ request, age, onFollow }: RequestItemProps) {
  const { pathname, search } = useLocation();
  const [isRefusing, setIsRefusing] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const { username, note, isReserved } = request;
  return (
    <li ref={item} className={styles.item} tabIndex={-1}>
      <div className={styles.words}>
        <span>
          <strong>{username}</strong> · {requestedText(request)}
        </span>
        <span className={styles.facts}>
          {age}
          {note !== null && ` · ${note}`} {isReserved && <Chip>{messages.reserved}</Chip>}
        </span>
      </div>
      {!isRefusing && (
        <div className={styles.actions} data-row="close">
          <ButtonLink
            to={paymentAddress(request)}
            state={{ history: pathname + search }}
            tone="primary"
            isSmall
            aria-label={messages.payOf(username)}
            onClick={() => onFollow?.()}
          >
            {messages.pay}
          </ButtonLink>
          <Button
            tone="quiet"
            isSmall
            aria-label={messages.refuseOf(username)}
            onClick={() => setIsRefusing(true)}
          >
            {messages.refuse}
          </Button>
        </div>
      )}
      {isRefusing && (
        <Refusal
          request={request}
          onClose={() => {
            item.current?.focus();
            setIsRefusing(false);
          }}
        />
      )}
    </li>
  );
}
