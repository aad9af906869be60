import { useNavigate } from '@palier/shared/router';
import { useReturnToList } from '@palier/shared/return-to-list';
import { useSubmit } from '../../lib/use-submit';
import { changeSubAccountPassword } from './edit-password.api';
import { messages } from './edit-password.messages';

export function useEditPassword(id: string) {
  const navigate = useNavigate();
  const { address: list } = useReturnToList();
  const { error, isSending, submit } = useSubmit(messages.failed);

  const submitPassword = (username: string, password: string): void =>
    submit({
      subject: messages.subject(username),
      successText: messages.done,
      navigatesAway: true,
      send: () => changeSubAccountPassword(id, password),
      onDone: () => void navigate(list),
    });

  return { error, isSending, submit: submitPassword };
}
