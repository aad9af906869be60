import { ButtonLink, Card, Page } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { LostAttempts } from '../attempt/lost-attempts';
import styles from './sub-account-screen.module.css';

interface SubAccountScreenProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every form about accounts: Back to the list, a heading, one narrow card. */
export const SubAccountScreen = ({ title, aside, children }: SubAccountScreenProps) => (
  <div className={styles.screen}>
    <div className={styles.back}>
      <ButtonLink to="/admin" isSmall>
        Back
      </ButtonLink>
    </div>
    <LostAttempts />
    <Page title={title} aside={aside}>
      <Card>{children}</Card>
    </Page>
  </div>
);
