import type { HistoryItem } from '@palier/shared/contracts';
import { formatDateTime } from '@palier/shared/dates';
import { Amount } from '@palier/shared/ui';
import { messages } from './movement-meta.messages';
import styles from './movement-meta.module.css';

interface MovementMetaProps {
  readonly item: HistoryItem;
  readonly isOfSubAccount?: boolean;
}

/** The date of a movement, its number in the ledger and the balance after it: the facts that settle a dispute. */
export const MovementMeta = ({
  item: { id, date, balanceAfter },
  isOfSubAccount = false,
}: MovementMetaProps) => (
  <span className={styles.movement}>
    <time>{formatDateTime(date)}</time>{' '}
    <small className={styles.note}>
      {messages.number(id)}
      {balanceAfter !== undefined && (
        <>
          {' · '}
          {isOfSubAccount ? messages.subAccountBalance : messages.ownBalance} <Amount value={balanceAfter} />
        </>
      )}
    </small>
  </span>
);
