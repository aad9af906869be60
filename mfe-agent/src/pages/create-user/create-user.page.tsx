import { useState } from 'react';
import { messages as accountMessages } from '../../lib/sub-account/sub-account.messages';
import { SubAccountScreen } from '../../lib/sub-account/sub-account-screen';
import { CreateUserForm } from './create-user-form';
import { CreateUserRecap } from './create-user-recap';
import { messages } from './create-user.messages';
import { useCreateUser } from './use-create-user';

export function CreateUserPage() {
  /** Each account has a form of its own, so that nothing of the one before stays. */
  const [number, setNumber] = useState(0);
  return <CreateUser key={number} onCreateAnother={() => setNumber(number + 1)} />;
}

function CreateUser({ onCreateAnother }: { readonly onCreateAnother: () => void }) {
  const { created, submit, dialog, ...form } = useCreateUser();
  return (
    <SubAccountScreen title={created === null ? accountMessages.create : messages.recapTitle}>
      {created === null ? (
        <>
          <CreateUserForm {...form} onSubmit={submit} />
          {dialog}
        </>
      ) : (
        <CreateUserRecap user={created} onCreateAnother={onCreateAnother} />
      )}
    </SubAccountScreen>
  );
}
