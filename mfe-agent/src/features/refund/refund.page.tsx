import { useParams } from '@palier/shared/router';
import { SubAccountScreen } from '../../sub-account/sub-account-screen';
import { useSubAccount } from '../../sub-account/use-sub-account';
import { TransferForm } from '../../transfer/transfer-form';
import { messages } from './refund.messages';

export function RefundPage() {
  const { id = '' } = useParams();
  const target = useSubAccount(id);
  if (target === null) {
    return (
      <SubAccountScreen title={messages.action}>
        <p role="status">{messages.loading}</p>
      </SubAccountScreen>
    );
  }
  return (
    <SubAccountScreen title={messages.heading(target.username)}>
      <TransferForm type="DEPOSIT" action={messages.action} target={target} />
    </SubAccountScreen>
  );
}
