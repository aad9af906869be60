import { useEffect, type ReactNode } from 'react';
import { ButtonLink } from './controls';
import styles from './ui.module.css';

const PRODUCT = 'Palier';

interface PageProps {
  readonly title: string;
  /** Link before the title, such as to the list that leads to this page. */
  readonly back?: { readonly to: string; readonly state?: unknown; readonly label: ReactNode };
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Moves the focus from `main` to the title, so that screen readers announce the new page. */
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

/** A page: link back, title (also of the browser's tab), aside and content. */
export function Page({ title, back, aside, children }: PageProps) {
  useDocumentTitle(title);
  return (
    <section className={styles.page}>
      <div className={styles.pageHead}>
        <div className={styles.pageTitle}>
          {back !== undefined && (
            <span className={styles.pageBack} data-screen-only>
              <ButtonLink to={back.to} state={back.state} isSmall>
                {back.label}
              </ButtonLink>
            </span>
          )}
          <h1 ref={takeFocus} className={styles.title} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
