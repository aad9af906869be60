import { useUser } from '@palier/shared/session';
import { messages } from './printing.messages';
import styles from './printing.module.css';

/** Whose figures they are, which on a screen its header says, and what they were filtered by, if they were; on paper alone. */
export const PrintedFor = ({ filter = '' }: { readonly filter?: string }) => (
  <div className={styles.paperOnly}>
    {filter.trim() !== '' && <p>{messages.filtered(filter)}</p>}
    <p>{messages.printedFor(useUser()?.username ?? '')}</p>
  </div>
);
