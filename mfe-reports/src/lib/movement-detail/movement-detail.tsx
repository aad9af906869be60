import type { HistoryItem } from '@palier/shared/contracts';
import { Link } from '@palier/shared/router';
import { Amount } from '@palier/shared/ui';
import { ReverseDeposit } from '../reversal/reverse-deposit';
import { messages } from './movement-detail.messages';
import styles from './movement-detail.module.css';

interface MovementDetailProps {
  readonly item: HistoryItem;
  readonly isOfSubAccount?: boolean;
}

/** Below a movement: its number in the ledger and the balance after it, the facts that settle a dispute, its note, and what can be done. */
export const MovementDetail = ({ item, isOfSubAccount = false }: MovementDetailProps) => {
  const { id, balanceAfter, note, reverses, reversedBy } = item;
  return (
    <div className={styles.line}>
      <small className={styles.detail}>
        {messages.number(id)}
        {balanceAfter !== undefined && (
          <>
            {' · '}
            {isOfSubAccount ? messages.subAccountBalance : messages.ownBalance} <Amount value={balanceAfter} />
          </>
        )}
        {reversedBy !== undefined && ` · ${messages.reversedBy(reversedBy)}`}
        {reverses !== undefined && ` · ${messages.reverses(reverses)}`}
        {note !== undefined && <span className={styles.note}> · {messages.note(note)}</span>}
      </small>
      <span className={styles.actions}>
        <ReverseDeposit item={item} />
        <Link to={`/receipt/${id}`} className={styles.receipt} aria-label={messages.receiptOf(id)}>
          {messages.receipt}
        </Link>
      </span>
    </div>
  );
};
