import { Amount, VisuallyHidden } from '@palier/shared/ui';
import styles from './balance-line.module.css';
import { messages } from './transfer.messages';

interface BalanceLineProps {
  readonly name: string;
  /** In TND, like `change`. */
  readonly before: number;
  readonly change: number;
}

/** A balance before and after the typed amount. The parent is a `<dl>`. */
export const BalanceLine = ({ name, before, change }: BalanceLineProps) => (
  <div className={styles.line}>
    <dt>{name}</dt>
    <dd>
      <Amount value={before} />
      {change !== 0 && (
        <>
          <span aria-hidden="true"> → </span>
          <VisuallyHidden>{messages.becomes}</VisuallyHidden>
          <strong className={change > 0 ? styles.up : styles.down}>
            <Amount value={before + change} />
          </strong>
        </>
      )}
      <span className={styles.currency}>{'\u00a0DT'}</span>
    </dd>
  </div>
);
