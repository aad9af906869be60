import { logIgnored } from '@palier/shared/http';
import { Amount, Button } from '@palier/shared/ui';
import { useEffect, useRef, useState } from 'react';
import { messages } from './create-user.messages';
import styles from './create-user.module.css';
import type { CreatedUser } from './use-create-user';

interface CreateUserRecapProps {
  readonly user: CreatedUser;
  readonly onCreateAnother: () => void;
}

/** What was created, to be printed or copied: the password is shown nowhere else. */
export function CreateUserRecap({ user, onCreateAnother }: CreateUserRecapProps) {
  const recap = useRef<HTMLDivElement>(null);
  // The focused form has disappeared, so the recap takes the focus.
  useEffect(() => recap.current?.focus(), []);
  const { username, password, balance } = user;
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
        <dd>{username}</dd>
        <dt>{messages.password}</dt>
        <dd>{password}</dd>
        <dt>{messages.amount}</dt>
        <dd>
          <Amount value={balance} />
          {'\u00a0DT'}
        </dd>
      </dl>
      <div data-row data-screen-only>
        <Button onClick={() => window.print()}>{messages.print}</Button>
        {/* Absent on a page without HTTPS. */}
        {'clipboard' in navigator && <CopyButton text={messages.copied(user)} />}
        <Button tone="quiet" onClick={onCreateAnother}>
          {messages.createAnother}
        </Button>
      </div>
    </div>
  );
}

/** Copies `text`, and says whether it did. */
function CopyButton({ text }: { readonly text: string }) {
  const [outcome, setOutcome] = useState('');

  function copy(): void {
    navigator.clipboard.writeText(text).then(
      () => setOutcome(messages.copyDone),
      (error: unknown) => {
        logIgnored(error, 'recap not copied');
        setOutcome(messages.copyFailed);
      },
    );
  }

  return (
    <>
      <Button tone="quiet" onClick={copy}>
        {messages.copy}
      </Button>
      <span role="status">{outcome}</span>
    </>
  );
}
