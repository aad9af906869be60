import { logIgnored } from '@palier/shared/http';
import { useUser } from '@palier/shared/session';
import { Button, Card } from '@palier/shared/ui';
import { useRef, useState } from 'react';
import { messages } from './win-notice.messages';
import styles from './win-notice.module.css';

/**
 * The permission for notifications; null where a page cannot create notifications, as in Chrome on Android,
 * whose constructor throws.
 */
function readPermission(): NotificationPermission | null {
  if (!('Notification' in window)) return null;
  const { permission } = Notification;
  if (permission === 'granted') return permission;
  try {
    // Tries the constructor. Without the permission no notification shows.
    new Notification('');
    return permission;
  } catch {
    return null;
  }
}

export function WinNotice() {
  const isClient = useUser()?.roleName === 'ROLE_CLIENT';
  const [permission, setPermission] = useState(readPermission);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!isClient || permission === null) return null;

  async function ask(): Promise<void> {
    try {
      const answer = await Notification.requestPermission();
      setPermission(answer);
      if (answer !== 'default') heading.current?.focus();
    } catch (error) {
      logIgnored(error, 'the permission to notify was not asked for');
    }
  }

  return (
    <Card>
      <section className={styles.notice} aria-labelledby="win-notice-heading">
        <h2 id="win-notice-heading" ref={heading} tabIndex={-1}>
          {messages.heading}
        </h2>
        <p className={styles.words} role="status">
          {permission === 'default' ? messages.about : messages[permission]}
        </p>
        {permission === 'default' && (
          <Button tone="quiet" onClick={() => void ask()}>
            {messages.ask}
          </Button>
        )}
      </section>
    </Card>
  );
}
