import { Button } from '@palier/shared/ui';
import { messages } from './printing.messages';
import styles from './printing.module.css';

/** Prints the page; it is not on the paper itself. */
export const PrintButton = () => (
  <span className={styles.screenOnly}>
    <Button tone="quiet" isSmall onClick={() => window.print()}>
      {messages.print}
    </Button>
  </span>
);
