import type { BusPayload } from '@palier/shared/bus';
import { messages } from './sub-account.messages';

interface ChangedStatus {
  readonly id: number;
  readonly username: string;
  readonly isActive: boolean;
}

/**
 * The notice of a changed status names the account. A deactivation can be taken back; the sessions that it
 * ended stay ended.
 */
export const statusNotice = ({ id, username, isActive }: ChangedStatus): BusPayload<'notice/raised'> =>
  isActive
    ? { tone: 'success', text: messages.activated, detail: username }
    : {
        tone: 'success',
        text: messages.deactivated,
        detail: messages.endedSessions(username),
        undo: {
          label: messages.undo,
          path: `/user/update-status/${id}`,
          body: { active: true },
          done: messages.activated,
          unknown: messages.updateFailed,
        },
      };
