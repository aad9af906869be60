import { useEffect, useRef, useState } from 'react';
import { useUser } from '@palier/shared/session';
import { DayNoticesBell } from './day-notices-bell';
import { addToDayNotices } from './day-notices';
import { NoticeCard } from './notice-card';
import type { NoticeBoardProps } from './notices';

const NOTICES_AT_ONCE = 4;

/** The cards of the notices, each until it expires or is closed, and the bell with those of the day. */
export function NoticeBoard({ notices }: NoticeBoardProps) {
  const [dropped, setDropped] = useState<readonly number[]>([]);
  const userId = useUser()?.id;
  const shown = notices.filter(({ id }) => !dropped.includes(id)).slice(-NOTICES_AT_ONCE);
  const drop = (id: number): void => setDropped((before) => [...before, id]);
  // The element that gets the focus back when the pressed close button disappears.
  const previousFocus = useRef<HTMLElement>(null);

  useEffect(() => {
    if (userId !== undefined) addToDayNotices(userId, notices);
  }, [userId, notices]);

  return (
    <>
      {shown.map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          onFocusFrom={(element) => {
            previousFocus.current = element;
          }}
          onExpire={() => drop(notice.id)}
          onClose={() => {
            previousFocus.current?.focus();
            drop(notice.id);
          }}
        />
      ))}
      <DayNoticesBell />
    </>
  );
}
