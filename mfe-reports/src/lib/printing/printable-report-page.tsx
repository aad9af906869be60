import { Page } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { PrintButton } from './print-button';
import { messages } from './printing.messages';

const BACK = { to: '/report', label: messages.back };

/** A page of the books: it is reached from the report and made to be printed. */
export const BookPage = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Page title={title} back={BACK} aside={<PrintButton />}>
    {children}
  </Page>
);
