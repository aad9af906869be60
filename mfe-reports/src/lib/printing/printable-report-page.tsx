import { useLocation } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { Button, Page } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { messages } from './printing.messages';
import styles from './printing.module.css';

/** Screens of one movement or round. Players have no report. */
const BELOW_HISTORY = /^\/(receipt|round)\//;

/** The link back to the screen from which this one was opened; else to the history or the report. */
function useBack() {
  const isPlayer = useUser()?.roleName === 'ROLE_CLIENT';
  const location = useLocation();
  const { history } = Object(location.state) as { readonly history?: unknown };
  const above = isPlayer || BELOW_HISTORY.test(location.pathname) ? '/history' : '/report';
  const to = typeof history === 'string' ? history : above;
  return { to, label: messages.back(to) };
}

interface PrintableReportPageProps {
  readonly title: string;
  /** False while there is nothing to print. */
  readonly canPrint?: boolean;
  /** Beside the title, before the button that prints. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

export const PrintableReportPage = ({
  title,
  canPrint = true,
  tools,
  children,
}: PrintableReportPageProps) => (
  <Page
    title={title}
    back={useBack()}
    aside={
      <>
        {tools}
        {canPrint && (
          <Button tone="quiet" isSmall data-screen-only onClick={() => window.print()}>
            {messages.print}
          </Button>
        )}
      </>
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
