import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '@palier/shared/ui';
import { useDayNotices } from './day-notices';
import styles from './notice-board.module.css';
import { messages } from './notice-board.messages';
import { NoticeLink } from './notice-card';
import { useReceivedRequests } from './requests/received';
import { countText, RequestList } from './requests/request-list';
import { messages as requestMessages } from './requests/requests.messages';

/** The element of the header that the bell is put in. */
const PLACE = '[data-bell]';
const MAX_REQUESTS = 50;

/**
 * The button that opens the open requests and the notices of the day; there is none before the first of them.
 */
export function DayNoticesBell() {
  const notices = useDayNotices();
  const { total } = useReceivedRequests();
  const [isOpen, setIsOpen] = useState(false);
  const place = document.querySelector(PLACE);
  if (place === null || notices.length + total === 0) return null;
  const label = total === 0 ? messages.bell(notices.length) : messages.requests(countText(total));
  return createPortal(
    <>
      <button
        type="button"
        className={styles.bell}
        data-count={total === 0 ? notices.length : countText(total)}
        data-urgent={total > 0 || undefined}
        aria-label={label}
        title={label}
        onClick={() => setIsOpen(true)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 16v-5a6 6 0 1112 0v5l1.500 2.500h-15zM10 21h4" />
        </svg>
      </button>
      {isOpen && <DayNoticesList onClose={() => setIsOpen(false)} />}
    </>,
    place,
  );
}

function DayNoticesList({ onClose }: { readonly onClose: () => void }) {
  const notices = useDayNotices();
  const { total } = useReceivedRequests();
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
      {total > 0 && <h3 className={styles.part}>{requestMessages.title}</h3>}
      <RequestList most={MAX_REQUESTS} onFollow={close} />
      {total > 0 && notices.length > 0 && <h3 className={styles.part}>{messages.title}</h3>}
      <ul className={styles.list}>
        {notices.map(({ key, time, tone, text, detail, link }) => (
          <li key={key} className={`${styles.past} ${styles[tone]}`}>
            <time>{time}</time>
            <span>
              {text} {detail} {link !== undefined && <NoticeLink link={link} onFollow={close} />}
            </span>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
