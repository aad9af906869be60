import { useRef } from 'react';
import { useUser } from '@palier/shared/session';
import { Button, Card } from '@palier/shared/ui';
import { useWinNotice } from './use-win-notice';
import { messages } from './win-notice.messages';
import styles from './win-notice.module.css';

export function WinNotice() {
  const isClient = useUser()?.roleName === 'ROLE_CLIENT';
  const { permission, ask } = useWinNotice();
  const heading = useRef<HTMLHeadingElement>(null);
  if (!isClient || permission === null) return null;

  async function askWithFocus(): Promise<void> {
    if (await ask()) heading.current?.focus();
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
          <Button tone="quiet" onClick={() => void askWithFocus()}>
            {messages.ask}
          </Button>
        )}
      </section>
    </Card>
  );
}
