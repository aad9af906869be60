import { OVERSEEING_ROLES } from '@palier/shared/contracts';
import { useUser } from '@palier/shared/session';
import { ButtonLink, Page } from '@palier/shared/ui';
import { PrintFooter } from '../../lib/printing/print-footer';
import { ReportPanel } from './report-panel';
import { RoundSearch } from './round-search';
import { messages } from './report.messages';
import styles from './report.module.css';

export function ReportPage() {
  const user = useUser();
  return (
    <Page
      title={messages.title}
      aside={
        <div className={styles.links}>
          <RoundSearch />
          <ButtonLink to="/report/network" isSmall>
            {messages.network}
          </ButtonLink>
          <ButtonLink to="/report/day-close" isSmall>
            {messages.dayClose}
          </ButtonLink>
          {user !== null && OVERSEEING_ROLES.includes(user.roleName) && (
            <ButtonLink to="/report/trial-balance" isSmall>
              {messages.trialBalance}
            </ButtonLink>
          )}
        </div>
      }
    >
      <ReportPanel hasDays />
      <PrintFooter />
    </Page>
  );
}
