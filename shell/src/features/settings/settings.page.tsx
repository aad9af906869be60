import { Card, Page } from '@palier/shared/ui';
import { LatePart } from '../../late-part/late-part';
import { SettingsForm } from './settings-form';
import { settingsMessages } from './settings.messages';
import { useChangePassword } from './use-change-password';
import styles from './settings.module.css';

const loadSessions = () => import('./sessions/sessions');

/** Own password (spec §2, /settings), and beside it the sessions of one's account. */
export function SettingsPage() {
  const { error, success, isSending, change } = useChangePassword();
  return (
    <Page title={settingsMessages.title}>
      <div className={styles.columns}>
        <Card>
          <SettingsForm error={error} success={success} isSending={isSending} onSubmit={change} />
        </Card>
        <Card>
          <LatePart load={loadSessions} />
        </Card>
      </div>
    </Page>
  );
}
