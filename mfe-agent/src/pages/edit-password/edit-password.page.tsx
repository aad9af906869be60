import { http, noContent } from '@palier/shared/http';
import { useReturnToList } from '@palier/shared/return-to-list';
import { useNavigate, useParams } from '@palier/shared/router';
import { Button, ButtonLink, ErrorBox, Field, useTries } from '@palier/shared/ui';
import { useState } from 'react';
import { SECRET_NAME, SecretField } from '../../lib/secret-field/secret-field';
import { messages as accountMessages } from '../../lib/sub-account/sub-account.messages';
import { SubAccountFormScreen } from '../../lib/sub-account/sub-account-screen';
import { useSubmit } from '../../lib/use-submit';
import { messages } from './edit-password.messages';

export function EditPasswordPage() {
  const { id = '' } = useParams();
  const { state } = useReturnToList();
  return (
    <SubAccountFormScreen
      action={accountMessages.edit}
      heading={messages.heading}
      aside={
        <ButtonLink to={`/admin/${id}/journal`} state={state} isSmall>
          {messages.journal}
        </ButtonLink>
      }
    >
      {(target) => <EditPasswordForm id={id} label={messages.heading(target)} username={target.username} />}
    </SubAccountFormScreen>
  );
}

/** Section 5 of docs/spec-coverage.md: the single input is sent as both the old and the new password. */
const changePassword = (id: string, password: string): Promise<void> =>
  http.post(
    `/auth/change-sub-account-password/${encodeURIComponent(id)}`,
    { oldPassword: password, newPassword: password },
    noContent,
  );

interface EditPasswordFormProps {
  readonly id: string;
  readonly label: string;
  readonly username: string;
}

function EditPasswordForm({ id, label, username }: EditPasswordFormProps) {
  const navigate = useNavigate();
  const { address: list } = useReturnToList();
  const { error, faulty, isSending, submit, dialog } = useSubmit(messages.failed);
  const { form, tries, startTry } = useTries();
  const [password, setPassword] = useState('');
  const [isShown, setIsShown] = useState(false);
  const isPasswordFault = faulty === 'oldPassword' || faulty === 'newPassword';

  return (
    <>
      <form
        ref={form}
        data-stack
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          startTry(SECRET_NAME);
          submit({
            subject: messages.subject(username),
            successText: messages.done,
            navigatesAway: true,
            send: (withProof) => withProof(() => changePassword(id, password)),
            onDone: () => void navigate(list),
          });
        }}
      >
        <Field label={messages.name} name="username" autoComplete="username" readOnly value={username} />
        <SecretField
          isHidden={!isShown}
          value={password}
          fault={isPasswordFault ? error : null}
          tries={tries}
          onText={setPassword}
        />
        <div>
          <Button tone="quiet" isSmall aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
            {messages.showPassword}
          </Button>
        </div>
        {error !== null && !isPasswordFault && (
          <div lang={error === messages.failed ? 'en' : undefined}>
            <ErrorBox message={error} />
          </div>
        )}
        <Button type="submit" disabled={isSending} aria-busy={isSending}>
          {isSending ? messages.sending : accountMessages.edit}
        </Button>
      </form>
      {dialog}
    </>
  );
}
