import * as z from 'zod/mini';

/**
 * A message to the caller. `kind`: new-device, password-changed, password-reset, factor-added,
 * factor-removed, factor-reset-asked, factor-reset-withdrawn, factor-reset-dropped, deposit-reversed,
 * movement-corrected, low-balance, low-balance-below (of a direct sub-account), large-movement; an unknown
 * kind is shown as it is. `facts`: what its sentence names, amounts in dinars.
 */
const userNoticeSchema = z.object({
  id: z.number(),
  /** Local ISO date-time in the server's TIME_ZONE. */
  date: z.string(),
  kind: z.string(),
  facts: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
  isRead: z.boolean(),
});
export type UserNotice = z.infer<typeof userNoticeSchema>;

/** Notices older than the query's `before`, newest first. */
export const userNoticesSchema = z.object({
  data: z.array(userNoticeSchema),
  /** The `before` of the following page, null at the end. */
  next: z.nullable(z.number()),
  /** All unread notices of the caller, counted up to 100. */
  unread: z.number(),
});
export type UserNotices = z.infer<typeof userNoticesSchema>;

/** Message of the topic of notices, after each change and after the subscription. */
export const unreadNoticesSchema = z.object({ unread: z.number() });

/** The amounts from which the caller gets a notice; null for none. */
export const noticeMarksSchema = z.object({
  lowBalance: z.nullable(z.number()),
  largeMovement: z.nullable(z.number()),
  /** The parent is told of a low balance too. */
  tellsParent: z.boolean(),
});
export type NoticeMarks = z.infer<typeof noticeMarksSchema>;
