import { useUser } from '@palier/shared/session';
import { ButtonLink, Page } from '@palier/shared/ui';
import { HistoryView } from './history-view';
import { messages } from './history.messages';
import { useHistory } from './use-history';

export function HistoryPage() {
  const history = useHistory();
  const isPlayer = useUser()?.roleName === 'ROLE_CLIENT';
  return (
    <Page
      title={messages.title}
      aside={
        isPlayer && (
          <ButtonLink to="/history/received" isSmall>
            {messages.received}
          </ButtonLink>
        )
      }
    >
      <HistoryView {...history} />
    </Page>
  );
}
