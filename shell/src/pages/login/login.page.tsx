import { loginResponseSchema } from '@palier/shared/contracts';
import { errorsOf, firstError, http, isDefiniteRefusal } from '@palier/shared/http';
import { useNavigate } from '@palier/shared/router';
import { startSession } from '@palier/shared/session/writer';
import { Button, ErrorBox, Field, useTries } from '@palier/shared/ui';
import { useId, useRef, useState } from 'react';
import { messages } from './login.messages';
import styles from './login.module.css';

const TOO_MANY_REQUESTS = 429;

export function LoginPage() {
  return (
    <main className={styles.room}>
      <div className={styles.light} aria-hidden="true" />
      <section className={styles.card} aria-labelledby="login-title">
        <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
          <path d="M4 25h6v-7h6v-7h6V4h6v4h-3v7h-6v7h-6v7H4z" />
        </svg>
        <h1 id="login-title" className={styles.title}>
          Palier
        </h1>
        <LoginForm />
      </section>
    </main>
  );
}

/** The field that the error is about; `both` for refused credentials, null for no field. */
type FaultyField = 'username' | 'password' | 'both' | null;

/** Signs in with what was typed, once for a double click. */
function useSignIn(startTry: ReturnType<typeof useTries>['startTry']) {
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  /** In French: why the credentials were not checked, or why their account is closed. */
  const [reason, setReason] = useState<string | null>(null);
  const [faulty, setFaulty] = useState<FaultyField>(null);
  const [isSending, setIsSending] = useState(false);
  // A second click may come before the state is rendered.
  const isInFlight = useRef(false);

  async function signIn(typed: { readonly username: string; readonly password: string }): Promise<void> {
    if (isInFlight.current) return;
    // Section 5 of docs/spec-coverage.md.
    const credentials = { username: typed.username.trim().toLowerCase(), password: typed.password.trim() };
    const missing = (['username', 'password'] as const).find((name) => credentials[name] === '');
    startTry(missing);
    setReason(null);
    setFaulty(missing ?? null);
    if (missing !== undefined) return setError(messages.missing);
    setError(null);
    isInFlight.current = true;
    setIsSending(true);
    try {
      startSession(await http.post('/auth/login', credentials, loginResponseSchema));
      void navigate('/home');
    } catch (refusal) {
      setError(messages.refused);
      // The specified text blames the credentials, so a failure that does not concern them shows its reason
      // as well.
      const [, whyClosed] = errorsOf(refusal);
      if (!isDefiniteRefusal(refusal) || refusal.response.status === TOO_MANY_REQUESTS)
        setReason(firstError(refusal, messages.unanswered));
      else if (whyClosed === undefined) setFaulty('both');
      else setReason(whyClosed);
    } finally {
      isInFlight.current = false;
      setIsSending(false);
    }
  }
  return { error, reason, faulty, isSending, signIn };
}

function LoginForm() {
  const { form, tries, startTry } = useTries();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const { error, reason, faulty, isSending, signIn } = useSignIn(startTry);
  const boxId = useId();
  const faultOf = (name: FaultyField) => ({
    name: name ?? undefined,
    fault: faulty === name ? error : null,
    tries,
    'aria-invalid': faulty === name || faulty === 'both',
    'aria-describedby': faulty === 'both' ? boxId : undefined,
  });

  return (
    <form
      ref={form}
      className={styles.form}
      lang="en"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void signIn({ username, password });
      }}
    >
      <Field
        {...faultOf('username')}
        label={messages.username}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <Field
        {...faultOf('password')}
        label={messages.password}
        // Hidden while it is sent: browsers keep what a field of text had.
        type={isShown && !isSending ? 'text' : 'password'}
        autoComplete="current-password"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <ShowButton isPressed={isShown} onPress={() => setShown(!isShown)} />
      {(faulty === null || faulty === 'both') && error !== null && (
        <div id={boxId}>
          <ErrorBox
            key={tries}
            message={
              <>
                {error} <span lang="fr">{reason}</span>
              </>
            }
          />
        </div>
      )}
      <Button type="submit" aria-disabled={isSending} aria-busy={isSending}>
        {messages.submit}
      </Button>
    </form>
  );
}

interface ShowButtonProps {
  readonly isPressed: boolean;
  readonly onPress: () => void;
}

const ShowButton = ({ isPressed, onPress }: ShowButtonProps) => (
  <div lang="fr">
    <Button
      tone="quiet"
      isSmall
      aria-pressed={isPressed}
      // The focus stays in the field, so that a phone keeps its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {messages.show}
    </Button>
  </div>
);
