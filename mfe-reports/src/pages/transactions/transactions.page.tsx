import { ButtonLink, Page } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { IncomingTransactions } from './incoming-transactions';
import { messages } from './transactions.messages';

export const ReceivedPage = () => (
  <Page
    title={messages.received}
    back={{ to: '/history', label: messages.back }}
    aside={
      <ButtonLink to="/requests" isSmall>
        {messages.requests}
      </ButtonLink>
    }
  >
    <IncomingTransactions hasPeriods />
  </Page>
);

/** The routes pass the report's panel as `report`, because a page never imports another page. */
export const TransactionsPage = ({ report }: { readonly report: ReactNode }) => (
  <Page title={messages.title}>
    {report}
    <IncomingTransactions hasPeriods={false} />
  </Page>
);
