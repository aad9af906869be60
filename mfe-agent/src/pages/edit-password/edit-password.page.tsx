import { useParams } from '@palier/shared/router';
import { useReturnToList } from '@palier/shared/return-to-list';
import { ButtonLink } from '@palier/shared/ui';
import { SubAccountFormScreen } from '../../lib/sub-account/sub-account-form-screen';
import { EditPasswordForm } from './edit-password-form';
import { messages } from './edit-password.messages';
import { useEditPassword } from './use-edit-password';

export function EditPasswordPage() {
  const { id = '' } = useParams();
  const { state } = useReturnToList();
  const { error, isSending, submit } = useEditPassword(id);
  return (
    <SubAccountFormScreen
      action={messages.action}
      heading={messages.heading}
      aside={
        <ButtonLink to={`/admin/${id}/journal`} state={state} isSmall>
          {messages.journal}
        </ButtonLink>
      }
    >
      {(target) => (
        <EditPasswordForm
          label={messages.heading(target)}
          error={error}
          isSending={isSending}
          onSubmit={(password) => submit(target.username, password)}
        />
      )}
    </SubAccountFormScreen>
  );
}
