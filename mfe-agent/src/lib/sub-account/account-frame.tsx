import { useReturnToList } from '@palier/shared/return-to-list';
import { Page } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { messages } from './sub-account.messages';

/** A page about an account, with the way back to the list. */
export const AccountFrame = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) => (
  <Page title={title} back={{ to: useReturnToList().address, label: <span lang="en">{messages.back}</span> }}>
    {children}
  </Page>
);
