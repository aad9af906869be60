import { type ComponentType, useEffect, useState } from 'react';
import { bus } from '@palier/shared/bus';
import { logIgnored } from '@palier/shared/http';
import { useUser } from '@palier/shared/session';
import { whenIdle } from '@palier/shared/when-idle';
import type { Notice, NoticeBoardProps } from './notice';
import styles from './notices.module.css';

let lastId = 0;

/**
 * Short messages of all screens, in one live region. The board that shows them is loaded once the page is
 * idle; until then, or without it, they are plain lines.
 */
export function Notices() {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const [Board, setBoard] = useState<ComponentType<NoticeBoardProps> | null>(null);
  const isSignedIn = useUser() !== null;
  const count = notices.length;

  useEffect(
    () =>
      bus.on('notice/raised', (notice) => {
        lastId += 1;
        const raised = { ...notice, id: lastId };
        setNotices((before) => [...before, raised]);
      }),
    [],
  );
  // The next user must not see notices of this user.
  useEffect(() => bus.on('session/ended', () => setNotices([])), []);

  useEffect(() => {
    if (!isSignedIn && count === 0) return;
    whenIdle(() => {
      import('./notice-board').then(
        ({ NoticeBoard }) => setBoard(() => NoticeBoard),
        (error: unknown) => logIgnored(error, 'notices not loaded'),
      );
    });
  }, [isSignedIn, count]);

  return (
    <div className={styles.corner} data-screen-only role="log" aria-live="polite" aria-label="Messages">
      {Board === null ? (
        notices.slice(-1).map(({ id, text }) => <p key={id}>{text}</p>)
      ) : (
        <Board notices={notices} />
      )}
    </div>
  );
}
