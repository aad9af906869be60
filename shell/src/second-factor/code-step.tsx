import { loginResponseSchema } from '@palier/shared/contracts';
import { firstError, http } from '@palier/shared/http';
import { hasPasskeys, signForSignIn } from '@palier/shared/passkey';
import { useNavigate } from '@palier/shared/router';
import { startSession } from '@palier/shared/session/writer';
import { Button, Field, useTries } from '@palier/shared/ui';
import { useRef, useState, type FormEvent } from 'react';
import { messages } from './second-factor.messages';

export interface CodeStepProps {
  /** As they were sent before: the server checks them again with the code. */
  readonly credentials: { readonly username: string; readonly password: string };
  readonly className: string | undefined;
  readonly onBack: () => void;
}

/** The second step of the sign-in of an account with a second factor. */
export function CodeStep({ credentials, className, onBack }: CodeStepProps) {
  const navigate = useNavigate();
  const { form, tries, startTry } = useTries();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  // A second click may come before the state is rendered.
  const isInFlight = useRef(false);

  /** Signs in with the second factor; `fallback` is shown where the server gave no reason. */
  async function signIn(factor: () => object | Promise<object>, fallback: string): Promise<void> {
    if (isInFlight.current) return;
    isInFlight.current = true;
    startTry('code');
    setError(null);
    try {
      const body = { ...credentials, ...(await factor()) };
      startSession(await http.post('/auth/login', body, loginResponseSchema));
      void navigate('/home');
    } catch (refusal) {
      setError(firstError(refusal, fallback));
      setCode('');
    } finally {
      isInFlight.current = false;
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void signIn(() => ({ code: code.trim() }), messages.unanswered);
  }
  const signInByPasskey = (): Promise<void> =>
    signIn(async () => ({ passkey: await signForSignIn() }), messages.passkeyNotUsed);

  return (
    <form ref={form} className={className} aria-label={messages.codeTitle} noValidate onSubmit={submit}>
      <Field
        name="code"
        label={messages.code}
        hint={messages.codeHint}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        fault={error}
        tries={tries}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit">{messages.signIn}</Button>
      {hasPasskeys() && (
        <Button tone="quiet" onClick={() => void signInByPasskey()}>
          {messages.passkey}
        </Button>
      )}
      <Button tone="quiet" onClick={onBack}>
        {messages.back}
      </Button>
    </form>
  );
}
