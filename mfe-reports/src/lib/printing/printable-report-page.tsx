import { useLocation } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { Button, Page } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { messages } from './printing.messages';
import styles from './printing.module.css';

/**
 * The link back: to the history when the user came from it, on a receipt, and for players, who have no
 * report; else to the report.
 */
function useBack() {
  const isPlayer = useUser()?.roleName === 'ROLE_CLIENT';
  const location = useLocation();
  const { history } = Object(location.state) as { readonly history?: unknown };
  if (typeof history === 'string') return { to: history, label: messages.backToHistory };
  return isPlayer || location.pathname.startsWith('/receipt/')
    ? { to: '/history', label: messages.backToHistory }
    : { to: '/report', label: messages.back };
}

interface PrintableReportPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

export const PrintableReportPage = ({ title, children }: PrintableReportPageProps) => (
  <Page
    title={title}
    back={useBack()}
    aside={
      <Button tone="quiet" isSmall data-screen-only onClick={() => window.print()}>
        {messages.print}
      </Button>
    }
  >
    {children}
  </Page>
);

/**
 * On paper only: the user whose figures were printed, and the filter. On a screen, the header shows the user
 * and a field the filter.
 */
export const PrintFooter = ({ filter = '' }: { readonly filter?: string }) => (
  <div className={styles.paperOnly}>
    {filter.trim() !== '' && <p>{messages.filtered(filter)}</p>}
    <p>{messages.printedFor(useUser()?.username ?? '')}</p>
  </div>
);
