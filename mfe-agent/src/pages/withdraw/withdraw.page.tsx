import { SubAccountFormScreen } from '../../lib/sub-account/sub-account-screen';
import { TransferForm } from '../../lib/transfer/transfer-form';
import { messages } from './withdraw.messages';

export const WithdrawPage = () => (
  <SubAccountFormScreen action={messages.action} heading={messages.heading}>
    {(target) => (
      <TransferForm
        type="WITHDRAWAL"
        action={messages.action}
        label={messages.heading(target)}
        target={target}
      />
    )}
  </SubAccountFormScreen>
);
