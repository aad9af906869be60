import type { DayClose } from '@palier/shared/contracts';
import { Amount } from '@palier/shared/ui';
import { messages } from './day-close.messages';
import styles from './day-close.module.css';

interface Line {
  readonly label: string;
  readonly amount: number;
  readonly sign?: '+' | '−';
  readonly kind: 'part' | 'total' | 'balance';
}

const linesOf = (day: DayClose): readonly Line[] => [
  { label: messages.opening, amount: day.opening, kind: 'balance' },
  { label: messages.received, amount: day.received, kind: 'part' },
  { label: messages.collected, amount: day.collected, kind: 'part' },
  { label: messages.totalIn, amount: day.totalIn, sign: '+', kind: 'total' },
  { label: messages.distributed, amount: day.distributed, kind: 'part' },
  { label: messages.returned, amount: day.returned, kind: 'part' },
  { label: messages.totalOut, amount: day.totalOut, sign: '−', kind: 'total' },
  { label: messages.closing, amount: day.closing, kind: 'balance' },
];

export const DayCloseStatement = ({ day }: { readonly day: DayClose }) => (
  <table className={styles.statement} aria-label={messages.statement}>
    <tbody>
      {linesOf(day).map(({ label, amount, sign, kind }) => (
        <tr key={label} data-kind={kind}>
          <th scope="row">{label}</th>
          <td>
            {sign !== undefined && <span className={styles.sign}>{sign}</span>}
            <Amount value={amount} {...(kind === 'balance' ? { currency: 'TND' } : {})} />
          </td>
        </tr>
      ))}
      <tr data-kind="count">
        <th scope="row">{messages.movements}</th>
        <td>{messages.count(day.movementCount)}</td>
      </tr>
    </tbody>
  </table>
);
