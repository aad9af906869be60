import { ButtonLink, Page } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { PrintButton } from './print-button';
import styles from './printing.module.css';

const BACK = 'Retour au rapport';

/** A page of the books: it is reached from the report and made to be printed. */
export const BookPage = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Page
    title={title}
    aside={
      <div className={styles.aside}>
        <ButtonLink to="/report" isSmall>
          {BACK}
        </ButtonLink>
        <PrintButton />
      </div>
    }
  >
    {children}
  </Page>
);
