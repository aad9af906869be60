import { Amount, VisuallyHidden } from '@palier/shared/ui';
import type { ComponentProps } from 'react';
import styles from './balance-line.module.css';
import { messages } from './transfer.messages';

export const BalanceList = (props: ComponentProps<'dl'>) => <dl className={styles.list} {...props} />;

interface BalanceLineProps {
  readonly name: string;
  readonly before: number;
  readonly change: number;
}

/** A balance before and after the typed amount, in a BalanceList. */
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
