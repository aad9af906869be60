import { Button } from '@palier/shared/ui';
import styles from './data-table.module.css';

/** Up to this number of pages, the pager has no ellipses. */
const FULL_PAGER_LIMIT = 7;

/** The pages a pager shows, counted from zero; null stands for an ellipsis. */
export function pagesToShow(totalPages: number, currentPage: number): (number | null)[] {
  if (totalPages <= FULL_PAGER_LIMIT) return Array.from({ length: totalPages }, (_, page) => page);
  const last = totalPages - 1;
  const from = Math.max(1, Math.min(currentPage - 1, last - 4));
  const to = Math.min(last - 1, Math.max(currentPage + 1, 4));
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return [0, ...(from > 1 ? [null] : []), ...middle, ...(to < last - 1 ? [null] : []), last];
}

interface PagerProps {
  readonly totalPages: number;
  readonly currentPage: number;
  readonly onChange: (page: number) => void;
}

/** Page buttons, none for a single page; `currentPage` counts from zero, the labels from one. */
export function Pager({ totalPages, currentPage, onChange }: PagerProps) {
  return (
    <>
      {totalPages > 1 && (
        <nav className={styles.pager} aria-label="Pagination">
          {pagesToShow(totalPages, currentPage).map((page, index) =>
            page === null ? (
              <span key={`ellipsis-${index}`} className={styles.ellipsis} aria-hidden="true">
                …
              </span>
            ) : (
              <Button
                key={page}
                tone="quiet"
                aria-label={`Page ${page + 1}`}
                aria-current={page === currentPage ? 'page' : undefined}
                onClick={() => onChange(page)}
              >
                {page + 1}
              </Button>
            ),
          )}
        </nav>
      )}
    </>
  );
}
