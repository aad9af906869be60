import type { HistoryItem } from '@palier/shared/contracts';
import { Link, useLocation } from '@palier/shared/router';
import { Amount } from '@palier/shared/ui';
import { messages } from './movement-detail.messages';
import styles from './movement-detail.module.css';

interface MovementDetailProps {
  readonly item: HistoryItem;
  readonly isOfSubAccount?: boolean;
}

const OF_A_ROUND: readonly string[] = ['BET', 'WIN', 'ROLLBACK', 'JACKPOT_WIN'];

/** The line below a movement: its number in the ledger and the balance after it, the facts that settle a dispute, and its round. */
export function MovementDetail({
  item: { id, balanceAfter, game, initiatorTransactionType },
  isOfSubAccount = false,
}: MovementDetailProps) {
  const { pathname, search } = useLocation();
  return (
    <small className={styles.detail}>
      {messages.number(id)}
      {balanceAfter !== undefined && (
        <>
          {' · '}
          {isOfSubAccount ? messages.subAccountBalance : messages.ownBalance} <Amount value={balanceAfter} />
        </>
      )}
      {game !== undefined && ` · ${game}`}
      {OF_A_ROUND.includes(initiatorTransactionType) && (
        <span className={styles.round}>
          {' · '}
          <Link to={`/round/${id}`} state={{ history: pathname + search }}>
            {messages.round}
          </Link>
        </span>
      )}
    </small>
  );
}
