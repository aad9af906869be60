import { useRef } from 'react';
import { ConfirmButton } from '@palier/shared/confirm-button';
import { formatDateTime } from '@palier/shared/dates';
import { ButtonLink, ErrorBox, SuccessBox } from '@palier/shared/ui';
import { SessionItem } from './session-item';
import { messages } from './sessions.messages';
import { useOwnSessions } from './use-own-sessions';
import styles from './sessions.module.css';

export function Sessions() {
  const { own, isLoading, hasFailed, error, success, endOne, endOthers } = useOwnSessions();
  const heading = useRef<HTMLHeadingElement>(null);
  const others = (own?.total ?? 0) - 1;

  /** The pressed button is gone with its session, so the heading takes the focus. */
  async function withFocus(end: Promise<boolean>): Promise<boolean> {
    const isDone = await end;
    if (isDone) heading.current?.focus();
    return isDone;
  }

  return (
    <section className={styles.sessions} aria-labelledby="sessions-heading">
      <div className={styles.head}>
        <h2 id="sessions-heading" ref={heading} tabIndex={-1}>
          {messages.heading}
        </h2>
        <ButtonLink to="/settings/journal" isSmall>
          {messages.journal}
        </ButtonLink>
      </div>
      {isLoading && <p role="status">{messages.loading}</p>}
      {hasFailed && <ErrorBox message={messages.failed} />}
      <ErrorBox message={error} />
      <SuccessBox message={success} />
      {own !== undefined && !hasFailed && (
        <>
          <p className={styles.moments}>
            {own.lastSignInAt === null
              ? messages.noOtherSignIn
              : messages.lastSignIn(formatDateTime(own.lastSignInAt))}
          </p>
          <ul className={styles.list} aria-label={messages.list}>
            {own.sessions.map((session) => (
              <SessionItem key={session.id} session={session} onEnd={() => withFocus(endOne(session.id))} />
            ))}
          </ul>
          {own.total > own.sessions.length && (
            <p className={styles.moments}>{messages.notListed(own.total - own.sessions.length)}</p>
          )}
          {others > 0 && (
            <ConfirmButton
              key={`others-${own.sessions.length}`}
              label={messages.endOthers}
              question={messages.endOthersQuestion(others)}
              onConfirm={() => withFocus(endOthers())}
            />
          )}
        </>
      )}
    </section>
  );
}
