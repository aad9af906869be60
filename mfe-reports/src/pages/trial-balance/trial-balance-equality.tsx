import type { BalanceLine } from '@palier/shared/contracts';
import { Amount, Chip, VisuallyHidden } from '@palier/shared/ui';
import { messages } from './trial-balance.messages';
import styles from './trial-balance.module.css';

const Term = ({ label, amount }: { readonly label: string; readonly amount: number }) => (
  <span className={styles.term}>
    <span className={styles.label}>{label}</span>
    <Amount value={amount} />
  </span>
);

const Sign = ({ symbol, name }: { readonly symbol: string; readonly name: string }) => (
  <span className={styles.sign}>
    <span aria-hidden="true">{symbol}</span>
    <VisuallyHidden> {name} </VisuallyHidden>
  </span>
);

export const BalanceChip = ({ gap }: { readonly gap: number }) => (
  <span className={styles.check}>
    <Chip tone={gap === 0 ? 'positive' : 'negative'}>
      {gap === 0 ? messages.balanced : messages.gap(gap)}
    </Chip>
  </span>
);

export const TrialBalanceEquality = ({ line }: { readonly line: BalanceLine }) => (
  <section className={styles.equality} aria-label={messages.equality}>
    <p className={styles.sum}>
      <Term label={messages.below} amount={line.below} />
      <Sign symbol="+" name={messages.plus} />
      <Term label={messages.own} amount={line.own} />
      <Sign symbol="+" name={messages.plus} />
      <Term label={messages.inPlay} amount={line.inPlay} />
      {line.gap === 0 ? (
        <Sign symbol="=" name={messages.equals} />
      ) : (
        <Sign symbol="≠" name={messages.differs} />
      )}
      <Term label={messages.issued} amount={line.issued} />
      <Sign symbol="−" name={messages.minus} />
      <Term label={messages.withdrawn} amount={line.withdrawn} />
    </p>
    <BalanceChip gap={line.gap} />
  </section>
);
