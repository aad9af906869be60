import type { DepositLimits } from '@palier/shared/contracts/limits';
import { messages } from './deposit-limits.messages';
import styles from './transfer-form.module.css';

interface DepositLimitListProps {
  readonly id: string;
  readonly limits: DepositLimits;
}

/** What limits the deposit, before an amount is typed. */
export function DepositLimitList({ id, limits }: DepositLimitListProps) {
  const { stopped, stoppedUntil = '' } = limits;
  const lines = stopped === undefined ? messages.limits(limits) : [messages.stopped(stopped, stoppedUntil)];
  if (lines.length === 0) return null;
  return (
    <ul id={id} className={styles.limits} aria-label={messages.title}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
