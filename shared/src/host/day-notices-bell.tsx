import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatMoment } from '@palier/shared/french-dates';
import { Button } from '@palier/shared/ui';
import { useDayNotices } from './day-notices';
import styles from './notice-board.module.css';
import { messages } from './notice-board.messages';
import { NoticeLink } from './notice-card';
import { textOf } from './user-notice-text';
import { useUnreadCount, useUserNotices } from './user-notices';

/** The element of the header that the bell is put in. */
const PLACE = '[data-bell]';

/**
 * The button that opens the notices: those that the server keeps until they are read, and those of the day in
 * this tab. There is none before the first notice.
 */
export function DayNoticesBell() {
  const notices = useDayNotices();
  const unread = useUnreadCount();
  const [isOpen, setIsOpen] = useState(false);
  // The focus returns to the bell when the list is closed, so the bell stays.
  const [wasOpened, setWasOpened] = useState(false);
  const place = document.querySelector(PLACE);
  if (place === null || (notices.length === 0 && unread === 0 && !wasOpened)) return null;
  const label = unread > 0 ? messages.unread(unread) : messages.bell(notices.length);
  const count = unread > 0 ? unread : notices.length;
  return createPortal(
    <>
      <button
        type="button"
        className={styles.bell}
        data-count={count > 0 ? count : undefined}
        data-unread={unread > 0 ? '' : undefined}
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
      <UserNoticeList unread={unread} onFollow={close} />
      <DayNoticeList onFollow={close} />
    </dialog>
  );
}

interface ListProps {
  readonly onFollow: () => void;
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
