import { Card, Page } from '@palier/shared/ui';
import { Sessions } from './sessions/sessions';
import { SettingsForm } from './settings-form';
import { messages } from './settings.messages';
import { useChangePassword } from './use-change-password';
import { WinNotice } from './win-notice/win-notice';
import styles from './settings.module.css';

export default function SettingsPage() {
  const { error, success, isSending, change } = useChangePassword();
  return (
    <Page title={messages.title}>
      <div className={styles.columns}>
        <Card>
          <SettingsForm error={error} success={success} isSending={isSending} onSubmit={change} />
        </Card>
        <div className={styles.column}>
          <WinNotice />
          <Card>
            <Sessions />
          </Card>
        </div>
      </div>
    </Page>
  );
}
