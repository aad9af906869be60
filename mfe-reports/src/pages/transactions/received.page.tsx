import { Page } from '@palier/shared/ui';
import { Incoming } from './incoming-transactions';
import { messages } from './transactions.messages';

/** A player's counterpart of the transactions screen (decision 0034). */
export const ReceivedPage = () => (
  <Page title={messages.received} back={{ to: '/history', label: messages.back }}>
    <Incoming />
  </Page>
);
