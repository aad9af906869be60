import type { ReactNode } from 'react';
import styles from './wide-page.module.css';

/** A page of many columns or rows, which has more of a wide screen than the others. */
export const WidePage = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.wide}>{children}</div>
);
