import { useEffect, type ReactNode } from 'react';
import styles from './ui.module.css';

const PRODUCT = 'Palier';

interface PageProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its title, in the browser's tab too, what stands beside it, and its content. */
export function Page({ title, aside, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
    return () => {
      document.title = PRODUCT;
    };
  }, [title]);
  return (
    <section className={styles.page}>
      <div className={styles.pageHead}>
        <h1 className={styles.title}>{title}</h1>
        {aside}
      </div>
      {children}
    </section>
  );
}
