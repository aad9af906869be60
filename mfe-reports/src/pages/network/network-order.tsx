import type { NetworkReport } from '@palier/shared/contracts';
import { messages } from './network.messages';
import styles from './network.module.css';
import { amountFields, firstOrder, titleOf, type Order } from './network.rules';

interface NetworkOrderProps {
  readonly network: NetworkReport;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

/** The order of the rows on a phone, where the titles of the columns are not shown. */
export const NetworkOrder = ({ network, order, onOrder }: NetworkOrderProps) => (
  <select
    className={styles.order}
    aria-label={messages.sort}
    data-screen-only
    value={order.by}
    onChange={({ target }) => onOrder(firstOrder(target.value as Order['by']))}
  >
    <option value="name">{messages.sortBy(messages.name)}</option>
    {[...amountFields(network), 'activePlayers' as const].map((field) => (
      <option key={field} value={field}>
        {messages.sortBy(titleOf(network, field))}
      </option>
    ))}
  </select>
);
