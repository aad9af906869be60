import { useEffect, type ReactNode } from 'react';
import { ButtonLink } from './controls';
import styles from './ui.module.css';

const PRODUCT = 'Palier';

interface PageProps {
  readonly title: string;
  /** The way back to the page it was reached from, above the title, and the state with which that page was open. */
  readonly back?: { readonly to: string; readonly state?: unknown; readonly label: ReactNode };
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Whoever has gone to a page is read its title: the focus waited for it in the frame's `main`. */
function takeFocus(title: HTMLElement | null): void {
  if (document.activeElement?.tagName === 'MAIN') title?.focus({ preventScroll: true });
}

/** Shows `title` in the browser's tab while the component is mounted. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
    return () => {
      document.title = PRODUCT;
    };
  }, [title]);
}

/** A page: the way back, its title, in the browser's tab too, what stands beside it, and its content. */
export function Page({ title, back, aside, children }: PageProps) {
  useDocumentTitle(title);
  return (
    <section className={styles.page}>
      {back !== undefined && (
        <div className={styles.pageBack}>
          <ButtonLink to={back.to} state={back.state} isSmall>
            {back.label}
          </ButtonLink>
        </div>
      )}
      <div className={styles.pageHead}>
        <h1 ref={takeFocus} className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {aside}
      </div>
      {children}
    </section>
  );
}
