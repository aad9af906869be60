import type { HistoryItem } from '@palier/shared/contracts';
import { TextLink } from '@palier/shared/page-parts';
import { ReverseDeposit } from '@palier/shared/reverse-deposit';
import { useLocation } from '@palier/shared/router';
import { Amount } from '@palier/shared/ui';
import { ROUND_KINDS } from '../transaction-type';
import { messages } from './movement-detail.messages';
import styles from './movement-detail.module.css';

interface MovementDetailProps {
  readonly item: HistoryItem;
  readonly isOfSubAccount?: boolean;
}

/**
 * Below a movement: its number in the ledger and the balance after it, the facts that settle a dispute, its
 * note and round, and what can be done.
 */
export function MovementDetail({ item, isOfSubAccount = false }: MovementDetailProps) {
  const { id, balanceAfter, game, initiatorTransactionType, note, reverses, reversedBy } = item;
  const { pathname, search } = useLocation();
  const state = { history: pathname + search };
  return (
    <div className={styles.line} data-row="apart">
      <small className={styles.detail}>
        {messages.number(id)}
        {balanceAfter !== undefined && (
          <>
            {' · '}
            {isOfSubAccount ? messages.subAccountBalance : messages.ownBalance}{' '}
            <Amount value={balanceAfter} />
          </>
        )}
        {reversedBy !== undefined && ` · ${messages.reversedBy(reversedBy)}`}
        {reverses !== undefined && ` · ${messages.reverses(reverses)}`}
        {note !== undefined && <span className={styles.note}> · {messages.note(note)}</span>}
        {game !== undefined && ` · ${game}`}
      </small>
      <span className={styles.actions} data-row data-screen-only>
        <ReverseDeposit id={item.id} deposit={item} />
        {ROUND_KINDS.includes(initiatorTransactionType) && (
          <TextLink to={`/round/${id}`} state={state}>
            {messages.round}
          </TextLink>
        )}
        <TextLink to={`/receipt/${id}`} state={state} aria-label={messages.receiptOf(id)}>
          {messages.receipt}
        </TextLink>
      </span>
    </div>
  );
}
