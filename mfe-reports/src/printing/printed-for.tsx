import { useUser } from '@palier/shared/session';
import { messages } from './printing.messages';
import styles from './printing.module.css';

/** Whose figures they are, which on a screen its header says; on paper alone. */
export const PrintedFor = () => (
  <p className={styles.paperOnly}>{messages.printedFor(useUser()?.username ?? '')}</p>
);
