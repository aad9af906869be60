import { useUser } from '@palier/shared/session';
import { messages } from './printing.messages';
import styles from './printing.module.css';

/** On paper only: the user whose figures were printed, and the filter. On a screen, the header shows the user and a field the filter. */
export const PrintFooter = ({ filter = '' }: { readonly filter?: string }) => (
  <div className={styles.paperOnly}>
    {filter.trim() !== '' && <p>{messages.filtered(filter)}</p>}
    <p>{messages.printedFor(useUser()?.username ?? '')}</p>
  </div>
);
