import { Page } from '@palier/shared/ui';
import { IncomingTransactions } from './incoming-transactions';
import { messages } from './transactions.messages';

/** The transactions screen of a player (decision 0034). */
export const ReceivedPage = () => (
  <Page title={messages.received} back={{ to: '/history', label: messages.back }}>
    <IncomingTransactions />
  </Page>
);
