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

const Sign = ({ shown, said }: { readonly shown: string; readonly said: string }) => (
  <span className={styles.sign}>
    <span aria-hidden="true">{shown}</span>
    <VisuallyHidden> {said} </VisuallyHidden>
  </span>
);

/** Whether a line's books are right, in a word. */
export const Check = ({ gap }: { readonly gap: number }) => (
  <span className={styles.check}>
    <Chip tone={gap === 0 ? 'positive' : 'negative'}>
      {gap === 0 ? messages.balanced : messages.gap(gap)}
    </Chip>
  </span>
);

/** Children + own + in play = issued − withdrawn, in figures. */
export const TrialBalanceEquality = ({ line }: { readonly line: BalanceLine }) => (
  <section className={styles.equality} aria-label={messages.equality}>
    <p className={styles.sum}>
      <Term label={messages.below} amount={line.below} />
      <Sign shown="+" said={messages.plus} />
      <Term label={messages.own} amount={line.own} />
      <Sign shown="+" said={messages.plus} />
      <Term label={messages.inPlay} amount={line.inPlay} />
      {line.gap === 0 ? (
        <Sign shown="=" said={messages.equals} />
      ) : (
        <Sign shown="≠" said={messages.differs} />
      )}
      <Term label={messages.issued} amount={line.issued} />
      <Sign shown="−" said={messages.minus} />
      <Term label={messages.withdrawn} amount={line.withdrawn} />
    </p>
    <Check gap={line.gap} />
  </section>
);
