import { useParams } from '@palier/shared/router';
import { ButtonLink } from '@palier/shared/ui';
import { SubAccountScreen } from '../../sub-account/sub-account-screen';
import { useSubAccount } from '../../sub-account/use-sub-account';
import { EditPasswordForm } from './edit-password-form';
import { messages } from './edit-password.messages';
import { useEditPassword } from './use-edit-password';

export function EditPasswordPage() {
  const { id = '' } = useParams();
  const target = useSubAccount(id);
  const { fault, isSending, submit } = useEditPassword(id);
  if (target === null) {
    return (
      <SubAccountScreen title={messages.action}>
        <p role="status">{messages.loading}</p>
      </SubAccountScreen>
    );
  }
  return (
    <SubAccountScreen
      title={messages.heading(target.username)}
      aside={
        <ButtonLink to={`/admin/${id}/journal`} isSmall>
          {messages.journal}
        </ButtonLink>
      }
    >
      <EditPasswordForm fault={fault} isSending={isSending} onSubmit={(password) => void submit(password)} />
    </SubAccountScreen>
  );
}
