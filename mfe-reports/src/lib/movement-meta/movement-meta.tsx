import type { HistoryItem } from '@palier/shared/contracts';
import { formatDateTime } from '@palier/shared/dates';
import { Amount } from '@palier/shared/ui';
import { messages } from './movement-meta.messages';
import styles from './movement-meta.module.css';

interface MovementDateProps {
  readonly item: HistoryItem;
  /** Whether the history is of one sub-account; else it is the reader's own. */
  readonly isOfChild?: boolean;
}

/** A movement's date, and what settles a dispute: the number under which the ledger knows it, and the balance after it. */
export const MovementDate = ({ item: { id, date, balanceAfter }, isOfChild = false }: MovementDateProps) => (
  <span className={styles.movement}>
    <time>{formatDateTime(date)}</time>{' '}
    <small className={styles.note}>
      {messages.number(id)}
      {balanceAfter !== undefined && (
        <>
          {' · '}
          {isOfChild ? messages.childBalance : messages.ownBalance} <Amount value={balanceAfter} />
        </>
      )}
    </small>
  </span>
);
