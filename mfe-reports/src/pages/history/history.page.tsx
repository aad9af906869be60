import { useReturnToList } from '@palier/shared/return-to-list';
import { useParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { ButtonLink, Page } from '@palier/shared/ui';
import { HistoryTools, HistoryView } from './history-view';
import { messages } from './history.messages';
import styles from './history.module.css';
import { useHistory } from './use-history';

export function AccountHistoryPage() {
  const { id = '' } = useParams();
  return <AccountHistory key={id} targetUserId={id} />;
}

function AccountHistory({ targetUserId }: { readonly targetUserId: string }) {
  const history = useHistory(targetUserId);
  const { address, username } = useReturnToList();
  // The name of an account without transactions comes from the link that opened the history.
  const target = history.history.data[0]?.targetUsername ?? username;
  return (
    <Page
      title={target === undefined ? messages.title : messages.titleOf(target)}
      back={{ to: address, label: <span lang="en">{messages.back}</span> }}
      aside={<HistoryTools {...history} />}
    >
      <HistoryView {...history} />
    </Page>
  );
}

export function HistoryPage() {
  const history = useHistory();
  const isPlayer = useUser()?.roleName === 'ROLE_CLIENT';
  return (
    <Page
      title={messages.title}
      aside={
        <>
          {isPlayer && (
            <div className={styles.views}>
              <ButtonLink to="/history/rounds" isSmall>
                {messages.rounds}
              </ButtonLink>
              <ButtonLink to="/history/received" isSmall>
                {messages.received}
              </ButtonLink>
            </div>
          )}
          <HistoryTools {...history} />
        </>
      }
    >
      <HistoryView {...history} />
    </Page>
  );
}
