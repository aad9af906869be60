import type { ReactNode } from 'react';
import styles from './statement.module.css';

export interface StatementLine {
  readonly label: string;
  readonly value: ReactNode;
  readonly sign?: '+' | '−';
  readonly kind: 'part' | 'total' | 'balance' | 'count';
}

interface StatementProps {
  readonly caption: string;
  readonly lines: readonly StatementLine[];
}

/** Amounts one below the other, between two balances. */
export const Statement = ({ caption, lines }: StatementProps) => (
  <table className={styles.statement} aria-label={caption}>
    <tbody>
      {lines.map(({ label, value, sign, kind }) => (
        <tr key={label} data-kind={kind}>
          <th scope="row">{label}</th>
          <td>
            {sign !== undefined && <span className={styles.sign}>{sign}</span>}
            {value}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
