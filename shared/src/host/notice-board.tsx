import { useEffect, useRef, useState, type ComponentType } from 'react';
import { hasManagementRights, isKeptInSettings } from '@palier/shared/contracts';
import { logIgnored } from '@palier/shared/http';
import { useUser } from '@palier/shared/session';
import { DayNoticesBell } from './day-notices-bell';
import { addToDayNotices } from './day-notices';
import { NoticeCard } from './notice-card';
import type { NoticeBoardProps } from './notice';

const NOTICES_AT_ONCE = 4;

type RequestsPanel = ComponentType<{ readonly userId: number }>;

/** Follows and shows the open requests to an agent; a page of a player does not load this part. */
function RequestsOf({ userId }: { readonly userId: number }) {
  const [Panel, setPanel] = useState<RequestsPanel | null>(null);
  useEffect(() => {
    import('./requests/requests-panel').then(
      ({ RequestsPanel }) => setPanel(() => RequestsPanel),
      (error: unknown) => logIgnored(error, 'requests not loaded'),
    );
  }, []);
  return Panel !== null && <Panel userId={userId} />;
}

/** The cards of the notices, each until it expires or is closed, and the bell with those of the day. */
export function NoticeBoard({ notices }: NoticeBoardProps) {
  const [dropped, setDropped] = useState<readonly number[]>([]);
  const user = useUser();
  const userId = user?.id;
  const isAgent = user !== null && hasManagementRights(user.roleName) && !isKeptInSettings(user);
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
      {isAgent && <RequestsOf userId={user.id} />}
    </>
  );
}
