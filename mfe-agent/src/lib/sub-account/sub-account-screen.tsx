import { useReturnToList } from '@palier/shared/return-to-list';
import { Card, Page } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { LostAttempts } from '../attempt/lost-attempts';
import { messages } from './sub-account.messages';
import styles from './sub-account-screen.module.css';

interface SubAccountScreenProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export const SubAccountScreen = ({ title, aside, children }: SubAccountScreenProps) => (
  <div className={styles.screen}>
    <Page
      title={title}
      back={{ to: useReturnToList().address, label: <span lang="en">{messages.back}</span> }}
      aside={aside}
    >
      <LostAttempts />
      <Card>{children}</Card>
    </Page>
  </div>
);
