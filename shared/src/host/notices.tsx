import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { bus, type BusPayload } from '@palier/shared/bus';
import styles from './notices.module.css';

/** How long a notice stays: long enough to read two lines. One that tells of a failure stays until it is closed. */
const NOTICE_SHOWN_MS = 6_000;
const NOTICES_AT_ONCE = 4;

type Notice = BusPayload<'notice/raised'> & { readonly id: number };

/** Short messages of every screen, in one corner and one live region; each disappears by itself. */
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

  // One user's notices do not concern the next one who signs in.
  useEffect(() => bus.on('session/ended', () => setNotices([])), []);

  const drop = (id: number): void => setNotices((shown) => shown.filter((notice) => notice.id !== id));

  // Where the focus was before it came here: the button that closes a notice is gone once it is pressed.
  const place = useRef<HTMLElement>(null);

  return (
    <div
      className={styles.corner}
      role="log"
      aria-live="polite"
      aria-label="Messages"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) place.current = relatedTarget as HTMLElement | null;
      }}
    >
      {notices.map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          onDone={() => drop(notice.id)}
          onClose={() => {
            place.current?.focus();
            drop(notice.id);
          }}
        />
      ))}
    </div>
  );
}

interface NoticeCardProps {
  readonly notice: Notice;
  /** It has been shown for as long as it is to be. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function NoticeCard({ notice, onDone, onClose }: NoticeCardProps) {
  const [isHeld, setIsHeld] = useState(false);
  const isKept = isHeld || notice.tone === 'failure';

  // An effect event: the timer restarts only when the pointer leaves, not at every render of the list.
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (isKept) return;
    const timer = setTimeout(() => done(), NOTICE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isKept]);

  return (
    <div
      className={`${styles.notice} ${styles[notice.tone]}`}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
    >
      <span>{notice.text}</span>
      <button type="button" className={styles.close} aria-label="Fermer le message" onClick={onClose}>
        ×
      </button>
    </div>
  );
}
