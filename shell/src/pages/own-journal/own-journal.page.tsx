import { JournalView, useJournal } from '@palier/shared/journal';
import { Page } from '@palier/shared/ui';
import { messages } from './own-journal.messages';

export default function OwnJournalPage() {
  const journal = useJournal('/user/journal');
  return (
    <Page title={messages.title} back={{ to: '/settings', label: <span lang="en">{messages.back}</span> }}>
      <JournalView {...journal} isOwn />
    </Page>
  );
}
