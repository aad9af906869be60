import { Card, Page } from '@palier/shared/ui';
import { SettingsForm } from './settings-form';
import { settingsMessages } from './settings.messages';
import { useChangePassword } from './use-change-password';
import styles from './settings.module.css';

/** Own password (spec §2, /settings). */
export function SettingsPage() {
  const { error, success, isSending, change } = useChangePassword();
  return (
    <Page title={settingsMessages.title}>
      <div className={styles.column}>
        <Card>
          <SettingsForm error={error} success={success} isSending={isSending} onSubmit={change} />
        </Card>
      </div>
    </Page>
  );
}
