import { Page } from '@palier/shared/ui';
import { IncomingTransactions } from './incoming-transactions';
import { messages } from './transactions.messages';

export const ReceivedPage = () => (
  <Page title={messages.received} back={{ to: '/history', label: messages.back }}>
    <IncomingTransactions />
  </Page>
);
