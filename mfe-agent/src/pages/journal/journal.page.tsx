import { JournalView, useJournal } from '@palier/shared/journal';
import { useParams } from '@palier/shared/router';
import { useReturnToList } from '@palier/shared/return-to-list';
import { Page } from '@palier/shared/ui';
import { messages as accountMessages } from '../../lib/sub-account/sub-account.messages';
import { useSubAccount } from '../../lib/sub-account/use-sub-account';
import { messages } from './journal.messages';

export function JournalPage() {
  const { id = '' } = useParams();
  const { state } = useReturnToList();
  const target = useSubAccount(id);
  const journal = useJournal(`/user/sub-account/${encodeURIComponent(id)}/journal`);
  return (
    <Page
      title={target === null ? accountMessages.journal : messages.titleOf(target.username)}
      back={{ to: `/admin/${id}/edit`, state, label: <span lang="en">{messages.back}</span> }}
    >
      <JournalView {...journal} />
    </Page>
  );
}
