import { SubAccountFormScreen } from '../../lib/sub-account/sub-account-screen';
import { TransferForm } from '../../lib/transfer/transfer-form';
import { messages } from './refund.messages';

export const RefundPage = () => (
  <SubAccountFormScreen action={messages.action} heading={messages.heading}>
    {(target) => (
      <TransferForm
        type="DEPOSIT"
        action={messages.action}
        label={messages.heading(target)}
        target={target}
      />
    )}
  </SubAccountFormScreen>
);
