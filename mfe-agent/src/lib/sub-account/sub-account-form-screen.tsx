import type { SubAccountSummary } from '@palier/shared/contracts';
import { useParams } from '@palier/shared/router';
import type { ReactNode } from 'react';
import { SubAccountScreen } from './sub-account-screen';
import { messages } from './sub-account.messages';
import { useSubAccount } from './use-sub-account';

interface SubAccountFormScreenProps {
  readonly action: string;
  readonly heading: (target: SubAccountSummary) => string;
  readonly aside?: ReactNode;
  readonly children: (target: SubAccountSummary) => ReactNode;
}

export function SubAccountFormScreen({ action, heading, aside, children }: SubAccountFormScreenProps) {
  const { id = '' } = useParams();
  const target = useSubAccount(id);
  return (
    <SubAccountScreen title={target === null ? action : heading(target)} aside={aside}>
      {target === null ? <p role="status">{messages.loading}</p> : children(target)}
    </SubAccountScreen>
  );
}
