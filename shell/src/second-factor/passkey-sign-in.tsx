import { loginResponseSchema } from '@palier/shared/contracts';
import { errorsOf, http } from '@palier/shared/http';
import { signForSignIn } from '@palier/shared/passkey';
import { useNavigate } from '@palier/shared/router';
import { startSession } from '@palier/shared/session/writer';
import { Button, ErrorBox } from '@palier/shared/ui';
import { useRef, useState } from 'react';
import { messages } from './passkey-sign-in.messages';
import styles from './passkey-sign-in.module.css';

/** The sign-in by a passkey alone, below the form of the password. */
function PasskeySignIn() {
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  // A second click may come before the state is rendered.
  const isInFlight = useRef(false);

  async function signIn(): Promise<void> {
    if (isInFlight.current) return;
    isInFlight.current = true;
    setError(null);
    setIsSending(true);
    try {
      const answer = await signForSignIn();
      startSession(await http.post('/auth/passkey/login', answer, loginResponseSchema));
      void navigate('/home');
    } catch (failure) {
      // Of a closed account the last text is the reason.
      setError(errorsOf(failure).at(-1) ?? messages.notUsed);
    } finally {
      isInFlight.current = false;
      setIsSending(false);
    }
  }

  return (
    <div className={styles.part} lang="fr">
      <Button tone="quiet" aria-busy={isSending} onClick={() => void signIn()}>
        {messages.signIn}
      </Button>
      <ErrorBox message={error} />
    </div>
  );
}

/** An element, so that the page, which is in the first load, need not make one. */
export const signInPart = <PasskeySignIn />;
