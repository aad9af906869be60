import { OVERSEEING_ROLES } from '@palier/shared/contracts';
import { useLocation, useNavigate } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { Button, ButtonLink, ErrorBox, Page } from '@palier/shared/ui';
import { useState } from 'react';
import { PrintFooter } from '../../lib/printing/printable-report-page';
import { ReportPanel } from './report-panel';
import { messages } from './report.messages';
import styles from './report.module.css';

export function ReportPage() {
  const user = useUser();
  return (
    <Page
      title={messages.title}
      aside={
        <div className={styles.links} data-row="close">
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

/** Opens the round of a movement by its number: the way to settle a dispute about a sub-account's round. */
function RoundSearch() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [number, setNumber] = useState('');
  const [refusals, setRefusals] = useState(0);
  const digits = number.replace(/^n°|\s/gi, '');
  const isRefused = refusals > 0 && !/^\d+$/.test(digits);
  return (
    <form
      className={styles.search}
      data-screen-only
      role="search"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!/^\d+$/.test(digits)) return setRefusals(refusals + 1);
        void navigate(`/round/${digits}`, {
          state: { history: pathname + search },
        });
      }}
    >
      <input
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        className={styles.number}
        aria-label={messages.roundNumber}
        placeholder={messages.roundNumber}
        inputMode="numeric"
        autoComplete="off"
        required
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? 'partie-refus' : undefined}
      />
      <Button type="submit" tone="quiet" isSmall>
        {messages.showRound}
      </Button>
      {isRefused && (
        <div id="partie-refus" className={styles.refusal}>
          <ErrorBox key={refusals} message={messages.notANumber} />
        </div>
      )}
    </form>
  );
}
