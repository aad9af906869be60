import { useNavigate } from '@palier/shared/router';
import { useReturnToList } from '@palier/shared/return-to-list';
import { useFormCall } from '../../lib/use-form-call';
import { changeSubAccountPassword } from './edit-password.api';
import { messages } from './edit-password.messages';

export function useEditPassword(id: string) {
  const navigate = useNavigate();
  const { address: list } = useReturnToList();
  const { error, isSending, call } = useFormCall(messages.failed);

  async function submit(username: string, password: string): Promise<void> {
    const isDone = await call({
      what: messages.what(username),
      done: messages.done,
      isLeft: true,
      send: () => changeSubAccountPassword(id, password),
    });
    if (isDone) await navigate(list);
  }

  return { error, isSending, submit };
}
