import { bus } from '@palier/shared/bus';
import { unreadNoticesSchema, userNoticesSchema, type UserNotice } from '@palier/shared/contracts/notices';
import { http, logIgnored } from '@palier/shared/http';
import { currentUser, useUser } from '@palier/shared/session';
import { useEffect, useState } from 'react';

const PART_SIZE = 25;
/** A page whose socket has not sent the number by then reads it. Pages of players may have no socket. */
const SOCKET_WAIT_MS = 5_000;

const read = (before: number | null) =>
  http.get('/user/notices', userNoticesSchema, {
    query: { size: PART_SIZE, before: before ?? undefined },
    quiet: true,
  });

/** The number of the user's unread notices that the server keeps, live. */
export function useUnreadCount(): number {
  const userId = useUser()?.id;
  const [counted, setCounted] = useState<{ userId: number | undefined; unread: number } | null>(null);
  useEffect(() => {
    if (userId === undefined) return;
    const count = ({ unread }: { unread: number }): void => setCounted({ userId, unread });
    const timer = setTimeout(() => {
      read(null).then(
        (answer) => {
          if (currentUser()?.id === userId) count(answer);
        },
        (error: unknown) => logIgnored(error, 'notices not counted'),
      );
    }, SOCKET_WAIT_MS);
    const stop = bus.on('notices/counted', (message) => {
      clearTimeout(timer);
      count(message);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [userId]);
  return counted !== null && counted.userId === userId ? counted.unread : 0;
}

interface UserNoticeList {
  readonly notices: readonly UserNotice[];
  readonly state: 'loading' | 'failed' | 'loaded';
  /** Null at the end of the list. */
  readonly readMore: (() => void) | null;
  readonly readAgain: () => void;
}

interface Parts {
  readonly notices: readonly UserNotice[];
  readonly next: number | null;
}

/**
 * The list with its newest part read again. What was new when the list was opened stays marked as new until
 * it is closed.
 */
function withNewest(before: Parts, newest: readonly UserNotice[], next: number | null): Parts {
  const oldest = newest.at(-1)?.id ?? 0;
  const older = before.notices.filter(({ id }) => id < oldest);
  const wasNew = new Set(before.notices.filter(({ isRead }) => !isRead).map(({ id }) => id));
  return {
    notices: [
      ...newest.map((notice) => (wasNew.has(notice.id) ? { ...notice, isRead: false } : notice)),
      ...older,
    ],
    next: older.length > 0 ? before.next : next,
  };
}

/** All parts of the list that were read, newest first. A change reads the list again. */
export function useUserNotices(unread: number): UserNoticeList {
  const [{ notices, next, state }, setList] = useState<Parts & Pick<UserNoticeList, 'state'>>({
    notices: [],
    next: null,
    state: 'loading',
  });
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    read(null).then(
      ({ data, next }) => {
        if (!isCurrent) return;
        setList((before) => ({ ...withNewest(before, data, next), state: 'loaded' }));
        const newest = data[0];
        if (newest?.isRead === false) markRead(newest.id);
      },
      (error: unknown) => {
        logIgnored(error, 'notices not read');
        if (isCurrent) setList((before) => ({ ...before, state: 'failed' }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [unread, tries]);

  function readPart(before: number): void {
    read(before).then(
      // Of two answers for one part, after two quick presses, the second adds nothing.
      ({ data, next }) =>
        setList((list) =>
          list.next === before ? { ...list, notices: [...list.notices, ...data], next } : list,
        ),
      (error: unknown) => {
        logIgnored(error, 'notices not read');
        setList((list) => ({ ...list, state: 'failed' }));
      },
    );
  }

  return {
    notices,
    state,
    readMore: next === null ? null : () => readPart(next),
    readAgain: () => setTries((count) => count + 1),
  };
}

function markRead(upTo: number): void {
  http
    .post('/user/notices/read', { upTo }, unreadNoticesSchema, { quiet: true })
    .then((answer) => bus.emit('notices/counted', answer))
    .catch((error: unknown) => logIgnored(error, 'notices not marked as read'));
}
