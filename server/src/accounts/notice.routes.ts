import { noticeMarksSchema, unreadNoticesSchema, userNoticesSchema } from '@palier/shared/contracts/notices';
import { noticeMarksRequestSchema, readNoticesSchema } from '@palier/shared/contracts/requests';
import type { Queryable } from '../database/pool';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import {
  countUnread,
  markNoticesRead,
  readNoticeMarks,
  readNotices,
  storeNoticeMarks,
} from '../notices/notice.repository';
import { invalidInput } from '../refusals/refusal';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import { journalQuerySchema } from './schemas';

const NO_PARENT = "Aucun agent n'est au-dessus de vous\u00a0: personne d'autre ne peut être prévenu.";

interface NoticeDependencies {
  readonly pool: Queryable;
  readonly timeZone: string;
  readonly requireSession: RequireSession;
}

/** The caller's own notices, and the amounts that cause some of them (decision 0116). */
export function registerNoticeRoutes(app: App, { pool, timeZone, requireSession }: NoticeDependencies): void {
  const onRequest = requireSession();

  app.get(
    '/user/notices',
    operation('listNotices', userNoticesSchema, { onRequest, querystring: journalQuerySchema }),
    (request) => {
      const { before, size } = request.query;
      return readNotices(pool, callerOf(request).user.id, {
        before: before === undefined ? null : Number(before),
        size: Number(size),
        timeZone,
      });
    },
  );

  app.post(
    '/user/notices/read',
    operation('markNoticesRead', unreadNoticesSchema, { onRequest, body: readNoticesSchema }),
    async (request) => {
      const { user } = callerOf(request);
      await markNoticesRead(pool, user.id, request.body.upTo);
      return { unread: await countUnread(pool, user.id) };
    },
  );

  app.get('/user/notice-marks', operation('readNoticeMarks', noticeMarksSchema, { onRequest }), (request) =>
    readNoticeMarks(pool, callerOf(request).user.id),
  );

  app.post(
    '/user/notice-marks',
    operation('setNoticeMarks', noticeMarksSchema, { onRequest, body: noticeMarksRequestSchema }),
    async (request) => {
      const { user } = callerOf(request);
      if (request.body.tellsParent && user.parentId === null)
        throw invalidInput(NO_PARENT).about('tellsParent');
      await storeNoticeMarks(pool, user.id, request.body);
      return readNoticeMarks(pool, user.id);
    },
  );
}
