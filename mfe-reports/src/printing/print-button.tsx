import { Button } from '@palier/shared/ui';
import styles from './printing.module.css';

const PRINT = 'Imprimer';

/** Prints the page; it is not on the paper itself. */
export const PrintButton = () => (
  <span className={styles.screenOnly}>
    <Button tone="quiet" isSmall onClick={() => window.print()}>
      {PRINT}
    </Button>
  </span>
);
