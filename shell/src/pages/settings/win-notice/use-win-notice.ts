import { useState } from 'react';
import { logIgnored } from '@palier/shared/http';
import { readPermission } from './win-notice.rules';

export function useWinNotice() {
  const [permission, setPermission] = useState(readPermission);

  /** Asks for the permission for notifications; resolves to whether the user decided. */
  async function ask(): Promise<boolean> {
    try {
      const answer = await Notification.requestPermission();
      setPermission(answer);
      return answer !== 'default';
    } catch (error) {
      logIgnored(error, 'the permission to notify was not asked for');
      return false;
    }
  }

  return { permission, ask };
}
