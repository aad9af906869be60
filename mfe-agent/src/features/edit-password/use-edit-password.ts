import { useNavigate } from '@palier/shared/router';
import { useFormCall } from '../../form-call/use-form-call';
import { changeSubAccountPassword } from './edit-password.api';
import { messages } from './edit-password.messages';

export function useEditPassword(id: string) {
  const navigate = useNavigate();
  const { fault, isSending, call } = useFormCall(messages.failed);

  async function submit(username: string, password: string): Promise<void> {
    const isDone = await call({
      what: messages.what(username),
      done: messages.done,
      send: () => changeSubAccountPassword(id, password),
    });
    if (isDone) await navigate('/admin');
  }

  return { fault, isSending, submit };
}
