import { useEffect, useEffectEvent, useRef, useState, type FocusEvent, type RefObject } from 'react';
import { Link, useLocation } from '@palier/shared/router';
import styles from './notice-board.module.css';
import { messages } from './notice-board.messages';
import { NoticeUndo } from './notice-undo';
import type { Notice } from './notice';

/** Time to read two lines. Failures stay until they are closed. */
const NOTICE_SHOWN_MS = 6_000;
/** How long a notice offers to take back what it reports. */
const UNDO_OFFERED_MS = 30_000;

interface NoticeCardProps {
  readonly notice: Notice;
  readonly onExpire: () => void;
  readonly onClose: () => void;
  /** The focus enters the cards from this element. */
  readonly onFocusFrom: (element: HTMLElement | null) => void;
}

/** Calls `onExpire` after `shownMs` without a pointer or the focus on the card. */
function useExpiry(
  shownMs: number,
  onExpire: () => void,
): { hold: (reason: 'pointer' | 'focus', isHeld: boolean) => void } {
  const [held, setHeld] = useState({ pointer: false, focus: false });
  const isHeld = held.pointer || held.focus;
  // An effect event, so that a render of the list does not restart the timer.
  const expire = useEffectEvent(onExpire);
  useEffect(() => {
    if (isHeld || !Number.isFinite(shownMs)) return;
    const timer = setTimeout(() => expire(), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, shownMs]);
  return { hold: (reason, value) => setHeld((before) => ({ ...before, [reason]: value })) };
}

function shownMsOf({ tone, undo }: Notice): number {
  if (tone === 'failure') return Infinity;
  return undo === undefined ? NOTICE_SHOWN_MS : UNDO_OFFERED_MS;
}

/** Whether the focus comes from, or goes to, another element outside the card. */
const isOutside = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  !currentTarget.contains(relatedTarget);

export function NoticeCard({ notice, onExpire, onClose, onFocusFrom }: NoticeCardProps) {
  const { tone, text, detail, link, undo } = notice;
  const { hold } = useExpiry(shownMsOf(notice), onExpire);
  const card: RefObject<HTMLDivElement | null> = useRef(null);
  return (
    <div
      ref={card}
      className={`${styles.notice} ${styles[tone]}`}
      onPointerEnter={() => hold('pointer', true)}
      onPointerLeave={() => hold('pointer', false)}
      onFocus={(event) => {
        hold('focus', true);
        const from = event.relatedTarget as HTMLElement | null;
        if (isOutside(event) && from?.closest('[role=log]') === null) onFocusFrom(from);
      }}
      onBlur={(event) => {
        if (isOutside(event)) hold('focus', false);
      }}
    >
      <div className={styles.words}>
        <p>
          {text}
          {detail !== undefined && <span className={styles.detail}> {detail}</span>}
          {link !== undefined && (
            <>
              {' '}
              <NoticeLink link={link} onFollow={onClose} />
            </>
          )}
        </p>
        {undo !== undefined && <NoticeUndo undo={undo} onSettled={onClose} />}
      </div>
      <button type="button" className={styles.close} aria-label={messages.close} onClick={onClose}>
        ×
      </button>
    </div>
  );
}

interface NoticeLinkProps {
  readonly link: NonNullable<Notice['link']>;
  readonly onFollow: () => void;
}

export function NoticeLink({ link, onFollow }: NoticeLinkProps) {
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
