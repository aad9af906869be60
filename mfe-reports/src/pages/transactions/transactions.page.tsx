import { Page } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { IncomingTransactions } from './incoming-transactions';
import { messages } from './transactions.messages';

/** The routes pass the report's panel as `report`, because a page never imports another page. */
export const TransactionsPage = ({ report }: { readonly report: ReactNode }) => (
  <Page title={messages.title}>
    {report}
    <IncomingTransactions />
  </Page>
);
