import type { HistoryPage } from '@palier/shared/contracts';
import { formatMoment } from '@palier/shared/french-dates';
import { Amount } from '@palier/shared/ui';
import { messages } from './selection.messages';
import styles from './selection-totals.module.css';

/** Whose balance the totals of a history are about. */
export type TotalsOf = 'agent' | 'sub-account' | 'player';

interface SelectionTotalsProps {
  readonly history: HistoryPage | undefined;
  readonly of: TotalsOf;
}

/**
 * How many movements a selection has, and how much money they moved; nothing for a whole history. Money that
 * an agent adds leaves the agent's balance, and enters that of the sub-account.
 */
export function SelectionTotals({ history, of }: SelectionTotalsProps) {
  if (history?.totals === undefined) return null;
  const { totals, totalElements, examinedFrom } = history;
  const { credited, debited } = totals;
  const [added, withdrawn] = of === 'agent' ? [debited, credited] : [credited, debited];
  return (
    <div className={styles.totals}>
      <p>
        {messages.count(totalElements)}
        {of === 'player' ? (
          <>
            {' · '}
            {messages.ofPlayer} +<Amount value={credited} /> −<Amount value={debited} />
          </>
        ) : (
          <>
            {' · '}
            {messages.added} <Amount value={added} /> · {messages.withdrawn} <Amount value={withdrawn} />
          </>
        )}
      </p>
      {examinedFrom !== undefined && <p>{messages.examinedFrom(formatMoment(examinedFrom))}</p>}
    </div>
  );
}
