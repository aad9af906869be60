import { ConfirmButton } from '@palier/shared/confirm-button';
import type { OwnSession } from '@palier/shared/contracts';
import { formatMoment } from '@palier/shared/french-dates';
import { Waiting } from '@palier/shared/page-parts';
import { ReadFailure } from '@palier/shared/refetch-on-revisit';
import { ButtonLink, Chip, ErrorBox, SuccessBox } from '@palier/shared/ui';
import { useId, useRef } from 'react';
import { messages } from './sessions.messages';
import styles from './sessions.module.css';
import { useOwnSessions } from './use-own-sessions';

export function Sessions() {
  const { own, isLoading, hasFailed, refetch, error, success, dialog, endOne, endOthers } = useOwnSessions();
  const heading = useRef<HTMLHeadingElement>(null);
  const others = (own?.total ?? 0) - 1;

  /** The pressed button is gone with its session, so the heading takes the focus. */
  async function withFocus(end: Promise<boolean>): Promise<boolean> {
    const isDone = await end;
    if (isDone) heading.current?.focus();
    return isDone;
  }

  return (
    <section data-stack aria-labelledby="sessions-heading">
      <div data-row="apart">
        <h2 id="sessions-heading" ref={heading} tabIndex={-1}>
          {messages.heading}
        </h2>
        <ButtonLink to="/settings/journal" isSmall>
          {messages.journal}
        </ButtonLink>
      </div>
      {isLoading && <Waiting text={messages.loading} />}
      {hasFailed && <ReadFailure message={messages.failed} onRetry={refetch} />}
      <ErrorBox message={error} />
      <SuccessBox message={success} />
      {own !== undefined && !hasFailed && (
        <>
          <p className={styles.moments}>
            {own.lastSignInAt === null
              ? messages.noOtherSignIn
              : messages.lastSignIn(formatMoment(own.lastSignInAt))}
          </p>
          <ul aria-label={messages.list}>
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
      {dialog}
    </section>
  );
}

const deviceOf = ({ browser, system }: OwnSession): string =>
  [browser, system].filter((name) => name !== null).join(' · ') || messages.unknown;

interface SessionItemProps {
  readonly session: OwnSession;
  readonly onEnd: () => Promise<boolean>;
}

function SessionItem({ session, onEnd }: SessionItemProps) {
  const id = useId();
  const device = deviceOf(session);
  return (
    <li className={styles.session} data-row="apart">
      <div className={styles.about} id={id}>
        <p className={styles.device} data-row="close">
          {device} {session.isCurrent && <Chip tone="positive">{messages.current}</Chip>}
        </p>
        <p className={styles.moments}>
          {messages.startedAt} {formatMoment(session.startedAt)}
          <br />
          {!session.isCurrent && `${messages.lastUsedAt} ${formatMoment(session.lastUsedAt)}`}
        </p>
      </div>
      {!session.isCurrent && (
        <ConfirmButton
          label={messages.end}
          question={messages.endQuestion(device)}
          describedBy={id}
          isSmall
          onConfirm={onEnd}
        />
      )}
    </li>
  );
}
