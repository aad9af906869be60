import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatMoment } from '@palier/shared/french-dates';
import { Button } from '@palier/shared/ui';
import { useDayNotices } from './day-notices';
import styles from './notice-board.module.css';
import { messages } from './notice-board.messages';
import { NoticeLink } from './notice-card';
import { useReceivedRequests } from './requests/received';
import { countText, RequestList } from './requests/request-list';
import { messages as requestMessages } from './requests/requests.messages';
import { textOf } from './user-notice-text';
import { useUnreadCount, useUserNotices } from './user-notices';

/** The element of the header that the bell is put in. */
const PLACE = '[data-bell]';
const MAX_REQUESTS = 50;

/**
 * The button that opens the open requests, the notices that the server keeps, and those of the day in this
 * tab. There is none before the first of them.
 */
export function DayNoticesBell() {
  const notices = useDayNotices();
  const unread = useUnreadCount();
  const { total } = useReceivedRequests();
  const [isOpen, setIsOpen] = useState(false);
  // The focus returns to the bell when the list is closed, so the bell stays.
  const [wasOpened, setWasOpened] = useState(false);
  const place = document.querySelector(PLACE);
  if (place === null || (notices.length + unread + total === 0 && !wasOpened)) return null;
  const { label, count } = bellOf(total, unread, notices.length);
  return createPortal(
    <>
      <button
        type="button"
        className={styles.bell}
        data-count={count}
        data-urgent={total + unread > 0 || undefined}
        aria-label={label}
        title={label}
        onClick={() => {
          setIsOpen(true);
          setWasOpened(true);
        }}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 16v-5a6 6 0 1112 0v5l1.500 2.500h-15zM10 21h4" />
        </svg>
      </button>
      {isOpen && <NoticesDialog unread={unread} onClose={() => setIsOpen(false)} />}
    </>,
    place,
  );
}

/** What the bell says: the most urgent of what it opens. */
function bellOf(requests: number, unread: number, ofTheDay: number) {
  if (requests > 0) return { label: messages.requests(countText(requests)), count: countText(requests) };
  if (unread > 0) return { label: messages.unread(unread), count: countText(unread) };
  return { label: messages.bell(ofTheDay), count: ofTheDay > 0 ? ofTheDay : undefined };
}

interface NoticesDialogProps {
  readonly unread: number;
  readonly onClose: () => void;
}

function NoticesDialog({ unread, onClose }: NoticesDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current?.close();
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={messages.title} onClose={onClose}>
      <div data-row="apart">
        <h2>{messages.title}</h2>
        <Button tone="quiet" isSmall onClick={close}>
          {messages.closeList}
        </Button>
      </div>
      <RequestsSection onFollow={close} />
      <UserNoticeList unread={unread} onFollow={close} />
      <DayNoticeList onFollow={close} />
    </dialog>
  );
}

interface ListProps {
  readonly onFollow: () => void;
}

function RequestsSection({ onFollow }: ListProps) {
  const { total } = useReceivedRequests();
  if (total === 0) return null;
  return (
    <div className={styles.section}>
      <h3>{requestMessages.title}</h3>
      <RequestList most={MAX_REQUESTS} onFollow={onFollow} />
    </div>
  );
}

function DayNoticeList({ onFollow }: ListProps) {
  const notices = useDayNotices();
  if (notices.length === 0) return null;
  return (
    <section aria-labelledby="day-notices" className={styles.section}>
      <h3 id="day-notices">{messages.ofTheDay}</h3>
      <ul className={styles.list}>
        {notices.map(({ key, time, tone, text, detail, link }) => (
          <li key={key} className={`${styles.past} ${styles[tone]}`}>
            <time>{time}</time>
            <span>
              {text} {detail} {link !== undefined && <NoticeLink link={link} onFollow={onFollow} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function UserNoticeList({ unread, onFollow }: ListProps & Pick<NoticesDialogProps, 'unread'>) {
  const { notices, state, readMore, readAgain } = useUserNotices(unread);
  return (
    <section aria-labelledby="user-notices" className={styles.section}>
      <h3 id="user-notices">{messages.ofTheAccount}</h3>
      {state === 'loading' && <p data-waiting>{messages.loading}</p>}
      {state === 'failed' && (
        <p role="alert" className={styles.failed}>
          {messages.failed}{' '}
          <Button tone="quiet" isSmall onClick={readAgain}>
            {messages.again}
          </Button>
        </p>
      )}
      {state === 'loaded' && notices.length === 0 && <p>{messages.none}</p>}
      <ul className={styles.list}>
        {notices.map((notice) => {
          const { text, link } = textOf(notice);
          return (
            <li key={notice.id} className={`${styles.past} ${notice.isRead ? '' : styles.info}`}>
              <span>
                {!notice.isRead && <strong>{messages.isNew} </strong>}
                {text} {link !== undefined && <NoticeLink link={link} onFollow={onFollow} />}
                <time className={styles.moment} dateTime={notice.date}>
                  {formatMoment(notice.date)}
                </time>
              </span>
            </li>
          );
        })}
      </ul>
      {readMore !== null && (
        <Button tone="quiet" isSmall onClick={readMore}>
          {messages.more}
        </Button>
      )}
    </section>
  );
}
