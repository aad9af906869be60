import { Button } from '@palier/shared/ui';
import { useEffect, useRef } from 'react';
import { messages } from './create-user.messages';
import styles from './create-user.module.css';
import type { CreatedUser } from './use-create-user';

export function CreateUserRecap({ user }: { readonly user: CreatedUser }) {
  const recap = useRef<HTMLDivElement>(null);
  // The focused form has disappeared, so the recap takes the focus.
  useEffect(() => recap.current?.focus(), []);
  return (
    <div ref={recap} className={styles.form} role="group" aria-label={messages.recapTitle} tabIndex={-1}>
      <dl className={styles.recap}>
        <dt>{messages.name}</dt>
        <dd>{user.username}</dd>
        <dt>{messages.password}</dt>
        <dd>{user.password}</dd>
      </dl>
      <div data-screen-only>
        <Button onClick={() => window.print()}>{messages.print}</Button>
      </div>
    </div>
  );
}
