import { useId } from 'react';
import { ConfirmButton } from '@palier/shared/confirm-button';
import type { OwnSession } from '@palier/shared/contracts';
import { formatDateTime } from '@palier/shared/dates';
import { Chip } from '@palier/shared/ui';
import { messages } from './sessions.messages';
import styles from './sessions.module.css';

const deviceOf = ({ browser, system }: OwnSession): string =>
  [browser, system].filter((name) => name !== null).join(' · ') || messages.unknown;

interface SessionItemProps {
  readonly session: OwnSession;
  readonly onEnd: () => Promise<boolean>;
}

export function SessionItem({ session, onEnd }: SessionItemProps) {
  const id = useId();
  const device = deviceOf(session);
  return (
    <li className={styles.session}>
      <div className={styles.about} id={id}>
        <p className={styles.device}>
          {device} {session.isCurrent && <Chip tone="positive">{messages.current}</Chip>}
        </p>
        <p className={styles.moments}>
          {messages.startedAt} {formatDateTime(session.startedAt)}
          <br />
          {!session.isCurrent && `${messages.lastUsedAt} ${formatDateTime(session.lastUsedAt)}`}
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
