import type { HistoryItem } from '@palier/shared/contracts';
import { Amount } from '@palier/shared/ui';
import { messages } from './movement-detail.messages';
import styles from './movement-detail.module.css';

interface MovementDetailProps {
  readonly item: HistoryItem;
  readonly isOfSubAccount?: boolean;
}

/** The line below a movement: its number in the ledger and the balance after it, the facts that settle a dispute. */
export const MovementDetail = ({
  item: { id, balanceAfter },
  isOfSubAccount = false,
}: MovementDetailProps) => (
  <small className={styles.detail}>
    {messages.number(id)}
    {balanceAfter !== undefined && (
      <>
        {' · '}
        {isOfSubAccount ? messages.subAccountBalance : messages.ownBalance} <Amount value={balanceAfter} />
      </>
    )}
  </small>
);
