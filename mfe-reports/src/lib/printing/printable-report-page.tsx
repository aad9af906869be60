import { Button, Page } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { messages } from './printing.messages';
import styles from './printing.module.css';

const BACK: Back = { to: '/report', label: messages.back };

export interface Back {
  readonly to: string;
  readonly label: string;
}

interface PrintableReportPageProps {
  readonly title: string;
  readonly back?: Back | undefined;
  readonly children: ReactNode;
}

export const PrintableReportPage = ({ title, back = BACK, children }: PrintableReportPageProps) => (
  <Page
    title={title}
    back={back}
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
