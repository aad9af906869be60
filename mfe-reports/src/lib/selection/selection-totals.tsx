import type { HistoryPage } from '@palier/shared/contracts';
import { formatDateTime } from '@palier/shared/dates';
import { Amount } from '@palier/shared/ui';
import { messages } from './selection.messages';
import styles from './selection.module.css';

/** How many movements a selection has, and what they added and took; nothing for a whole history. */
export function SelectionTotals({ history }: { readonly history: HistoryPage | undefined }) {
  if (history?.totals === undefined) return null;
  const { totals, totalElements, examinedFrom } = history;
  return (
    <div className={styles.totals}>
      <p>
        {messages.count(totalElements)} · {messages.credited} <Amount value={totals.credited} /> ·{' '}
        {messages.debited} <Amount value={totals.debited} />
      </p>
      {examinedFrom !== undefined && <p>{messages.examinedFrom(formatDateTime(examinedFrom))}</p>}
    </div>
  );
}
