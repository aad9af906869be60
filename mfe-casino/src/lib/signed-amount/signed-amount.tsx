import { formatExact } from '@palier/shared/french-numbers';
import styles from './signed-amount.module.css';

/** By `Math.sign`. */
const SIGNS = new Map([
  [1, { sign: '+', tone: 'gain' }],
  [-1, { sign: '\u2212', tone: 'loss' }],
]);

/** An amount in TND with its sign, in the colour of a gain or of a loss; zero has neither. */
export function SignedAmount({ value }: { readonly value: number }) {
  const { sign, tone } = SIGNS.get(Math.sign(value)) ?? { sign: '', tone: 'even' };
  return (
    <strong className={styles.amount} data-tone={tone}>
      {sign}
      {formatExact(Math.abs(value))}
    </strong>
  );
}
