import { Page } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { Incoming } from './incoming-transactions';
import { messages } from './transactions.messages';

/** `report` is the report's own panel, put here by the routes: a feature never imports another. */
export const TransactionsPage = ({ report }: { readonly report: ReactNode }) => (
  <Page title={messages.title}>
    {report}
    <Incoming />
  </Page>
);
