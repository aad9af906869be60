import { Page } from '@palier/shared/ui';
import { HistoryView } from './history-view';
import { messages } from './history.messages';
import { useHistory } from './use-history';

export function HistoryPage() {
  const history = useHistory();
  return (
    <Page title={messages.title}>
      <HistoryView {...history} />
    </Page>
  );
}
