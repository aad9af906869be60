import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { bus, type BusPayload } from '@palier/shared/bus';
import { Link, useLocation } from '@palier/shared/router';
import styles from './notices.module.css';

/** Time to read two lines. Failures stay until they are closed. */
const NOTICE_SHOWN_MS = 6_000;
const NOTICES_AT_ONCE = 4;

type Notice = BusPayload<'notice/raised'> & { readonly id: number };

/** Short messages of all screens, in one live region. */
export function Notices() {
  const [notices, setNotices] = useState<readonly Notice[]>([]);

  useEffect(() => {
    let lastId = 0;
    return bus.on('notice/raised', (notice) => {
      lastId += 1;
      const raised = { ...notice, id: lastId };
      setNotices((shown) => [...shown, raised].slice(-NOTICES_AT_ONCE));
    });
  }, []);

  // The next user must not see notices of this user.
  useEffect(() => bus.on('session/ended', () => setNotices([])), []);

  const drop = (id: number): void => setNotices((shown) => shown.filter((notice) => notice.id !== id));

  // The element that gets the focus back when the pressed close button disappears.
  const previousFocus = useRef<HTMLElement>(null);

  return (
    <div
      className={styles.corner}
      data-screen-only
      role="log"
      aria-live="polite"
      aria-label="Messages"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget))
          previousFocus.current = relatedTarget as HTMLElement | null;
      }}
    >
      {notices.map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          onExpire={() => drop(notice.id)}
          onClose={() => {
            previousFocus.current?.focus();
            drop(notice.id);
          }}
        />
      ))}
    </div>
  );
}

interface NoticeCardProps {
  readonly notice: Notice;
  readonly onExpire: () => void;
  readonly onClose: () => void;
}

function NoticeCard({ notice, onExpire, onClose }: NoticeCardProps) {
  const [isHeld, setIsHeld] = useState(false);
  const isKept = isHeld || notice.tone === 'failure';

  // An effect event, so that a render of the list does not restart the timer.
  const expire = useEffectEvent(onExpire);
  useEffect(() => {
    if (isKept) return;
    const timer = setTimeout(() => expire(), NOTICE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isKept]);

  return (
    <div
      className={`${styles.notice} ${styles[notice.tone]}`}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
    >
      <span>
        {notice.text}
        {notice.link !== undefined && (
          <>
            {' '}
            <NoticeLink link={notice.link} onFollow={onClose} />
          </>
        )}
      </span>
      <button type="button" className={styles.close} aria-label="Fermer le message" onClick={onClose}>
        ×
      </button>
    </div>
  );
}

interface NoticeLinkProps {
  readonly link: NonNullable<Notice['link']>;
  readonly onFollow: () => void;
}

function NoticeLink({ link, onFollow }: NoticeLinkProps) {
  const { pathname, search } = useLocation();
  return (
    <Link
      to={link.to}
      // A receipt leads back to this screen.
      state={{ history: pathname + search }}
      className={styles.link}
      onClick={onFollow}
    >
      {link.text}
    </Link>
  );
}
