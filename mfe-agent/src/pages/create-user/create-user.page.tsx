import { Button } from '@palier/shared/ui';
import { useEffect, useRef } from 'react';
import { SubAccountScreen } from '../../lib/sub-account/sub-account-screen';
import { CreateUserForm } from './create-user-form';
import { messages } from './create-user.messages';
import styles from './create-user.module.css';
import { type CreatedUser, useCreateUser } from './use-create-user';

export function CreateUserPage() {
  const { created, submit, ...form } = useCreateUser();
  return (
    <SubAccountScreen title={created === null ? messages.title : messages.recapTitle}>
      {created === null ? <CreateUserForm {...form} onSubmit={submit} /> : <CreateUserRecap user={created} />}
    </SubAccountScreen>
  );
}

function CreateUserRecap({ user }: { readonly user: CreatedUser }) {
  const recap = useRef<HTMLDivElement>(null);
  // The focused form has disappeared, so the recap takes the focus.
  useEffect(() => recap.current?.focus(), []);
  return (
    <div
      ref={recap}
      className={styles.recap}
      data-stack
      role="group"
      aria-label={messages.recapTitle}
      tabIndex={-1}
    >
      <dl>
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
