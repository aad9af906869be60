import { SubAccountScreen } from '../../lib/sub-account/sub-account-screen';
import { CreateUserForm } from './create-user-form';
import { CreateUserRecap } from './create-user-recap';
import { messages } from './create-user.messages';
import { useCreateUser } from './use-create-user';

export function CreateUserPage() {
  const { created, submit, ...form } = useCreateUser();
  return (
    <SubAccountScreen title={created === null ? messages.title : messages.recapTitle}>
      {created === null ? <CreateUserForm {...form} onSubmit={submit} /> : <CreateUserRecap user={created} />}
    </SubAccountScreen>
  );
}
