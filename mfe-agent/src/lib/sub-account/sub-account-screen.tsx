import { Waiting } from '@palier/shared/page-parts';
import { useReturnToList } from '@palier/shared/return-to-list';
import { useParams } from '@palier/shared/router';
import { Card, Page } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { LostAttempts } from '../attempt/lost-attempts';
import { messages } from './sub-account.messages';
import styles from './sub-account-screen.module.css';
import type { SubAccountTarget } from './sub-account.api';
import { useSubAccount } from './use-sub-account';

interface AccountFrameProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A page about an account, with the way back to the list. */
export const AccountFrame = (props: AccountFrameProps) => (
  <Page back={{ to: useReturnToList().address, label: <span lang="en">{messages.back}</span> }} {...props} />
);

export const SubAccountScreen = ({ children, ...frame }: AccountFrameProps) => (
  <div className={styles.screen}>
    <AccountFrame {...frame}>
      <LostAttempts />
      <Card>{children}</Card>
    </AccountFrame>
  </div>
);

interface SubAccountFormScreenProps {
  readonly action: string;
  readonly heading: (target: SubAccountTarget) => string;
  readonly aside?: ReactNode;
  readonly children: (target: SubAccountTarget) => ReactNode;
}

export function SubAccountFormScreen({ action, heading, aside, children }: SubAccountFormScreenProps) {
  const { id = '' } = useParams();
  const target = useSubAccount(id);
  return (
    <SubAccountScreen title={target === null ? action : heading(target)} aside={aside}>
      {target === null ? <Waiting text={messages.loading} /> : children(target)}
    </SubAccountScreen>
  );
}
