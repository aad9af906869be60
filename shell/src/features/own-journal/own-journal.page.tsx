import { JournalView, useJournal } from '@palier/shared/journal';
import { Page } from '@palier/shared/ui';
import { ownJournalMessages } from './own-journal.messages';

/** What was done to one's own account, and by whom. Its own chunk: few open it. */
export default function OwnJournalPage() {
  const journal = useJournal('/user/journal');
  return (
    <Page
      title={ownJournalMessages.title}
      back={{ to: '/settings', label: <span lang="en">{ownJournalMessages.back}</span> }}
    >
      <JournalView {...journal} isOwn />
    </Page>
  );
}
