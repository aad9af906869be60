import { Button, Page } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { messages } from './printing.messages';
import styles from './printing.module.css';

const BACK = { to: '/report', label: messages.back };

interface PrintableReportPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

export const PrintableReportPage = ({ title, children }: PrintableReportPageProps) => (
  <Page
    title={title}
    back={BACK}
    aside={
      <span className={styles.screenOnly}>
        <Button tone="quiet" isSmall onClick={() => window.print()}>
          {messages.print}
        </Button>
      </span>
    }
  >
    {children}
  </Page>
);
