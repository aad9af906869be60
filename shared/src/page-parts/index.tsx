import type { ComponentProps } from 'react';
import { Link } from '@palier/shared/router';
import styles from './page-parts.module.css';

/** Not a singleton. A muted sentence. */
export const Note = (props: ComponentProps<'p'>) => <p className={styles.note} {...props} />;

const SKELETON_LINES = 4;

/** The state of a page whose content is being read: the loading text above an outline. */
export const Waiting = ({ text }: { readonly text: string }) => (
  <div className={styles.waiting} data-waiting>
    <Note role="status">{text}</Note>
    <div className={styles.outline} aria-hidden="true">
      {Array.from({ length: SKELETON_LINES }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  </div>
);

/** A link in a text or a table, as high as a thumb on touch screens. */
export const TextLink = (props: ComponentProps<typeof Link>) => (
  <Link className={styles.textLink} {...props} />
);

interface BreadcrumbProps {
  readonly label: string;
  /** From the top to the parent of the current page. */
  readonly above: readonly { readonly text: string; readonly to: string; readonly state?: unknown }[];
  readonly current: string;
}

/** The way from the top to the current page; nothing at the top itself. */
export const Breadcrumb = ({ label, above, current }: BreadcrumbProps) =>
  above.length > 0 && (
    <nav className={styles.breadcrumb} aria-label={label}>
      {above.map(({ text, ...link }) => (
        <span key={link.to}>
          <TextLink {...link}>{text}</TextLink>
          <span aria-hidden="true"> › </span>
        </span>
      ))}
      <span aria-current="page">{current}</span>
    </nav>
  );
