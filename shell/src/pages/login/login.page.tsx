import { loginResponseSchema } from '@palier/shared/contracts';
import { errorsOf, firstError, http, isDefiniteRefusal, logIgnored, refusedField } from '@palier/shared/http';
import { useNavigate } from '@palier/shared/router';
import { startSession } from '@palier/shared/session/writer';
import { whenIdle } from '@palier/shared/when-idle';
import { Button, ErrorBox, Field, useTries } from '@palier/shared/ui';
import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { CodeStepProps } from '../../second-factor/code-step';
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
        <SignIn />
      </section>
    </main>
  );
}

/** The field that the error is about; `both` for refused credentials, null for no field. */
type FaultyField = 'username' | 'password' | 'both' | null;

type Credentials = CodeStepProps['credentials'];

/** What is sent for typed credentials (section 5 of docs/spec-coverage.md). */
const toCredentials = ({ username, password }: Credentials): Credentials => ({
  username: username.trim().toLowerCase(),
  password: password.trim(),
});

/** Signs in with what was typed, once for a double click. */
function useSignIn(
  startTry: ReturnType<typeof useTries>['startTry'],
  onCodeAsked: (asked: AskedCode) => void,
) {
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  /** In French: why the credentials were not checked, or why their account is closed. */
  const [reason, setReason] = useState<string | null>(null);
  const [faulty, setFaulty] = useState<FaultyField>(null);
  const [isSending, setIsSending] = useState(false);
  // A second click may come before the state is rendered.
  const isInFlight = useRef(false);

  /** After the right password of an account with a second factor. */
  async function askForCode(credentials: Credentials): Promise<void> {
    try {
      onCodeAsked({ Step: (await import('../../second-factor')).CodeStep, credentials });
    } catch {
      setError(messages.refused);
      setReason(messages.unanswered);
    }
  }

  async function signIn(typed: Credentials): Promise<void> {
    if (isInFlight.current) return;
    const credentials = toCredentials(typed);
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
      if (refusedField(refusal) === 'code') return await askForCode(credentials);
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

/** The second step of a sign-in, which is loaded when the server asks for a code. */
interface AskedCode {
  readonly Step: ComponentType<CodeStepProps>;
  readonly credentials: Credentials;
}

function SignIn() {
  const [asked, setAsked] = useState<AskedCode | null>(null);
  const [username, setUsername] = useState('');
  if (asked === null)
    return (
      <>
        <LoginForm username={username} setUsername={setUsername} onCodeAsked={setAsked} />
        {'PublicKeyCredential' in window && <PasskeyPart />}
      </>
    );
  const { Step, credentials } = asked;
  return <Step credentials={credentials} className={styles.form} onBack={() => setAsked(null)} />;
}

/** The sign-in by a passkey. It is loaded after the first paint, in a place that is kept free. */
function PasskeyPart() {
  const [part, setPart] = useState<ReactNode>(null);
  useEffect(() => {
    const load = () =>
      import('../../second-factor/passkey-sign-in').then(({ signInPart }) => setPart(signInPart), logFailure);
    // The frame that shows the form comes first.
    requestAnimationFrame(() => whenIdle(() => void load()));
  }, []);
  return <div className={styles.passkey}>{part}</div>;
}
const logFailure = (error: unknown): void => logIgnored(error, 'passkeys');

interface LoginFormProps {
  readonly username: string;
  readonly setUsername: (username: string) => void;
  readonly onCodeAsked: (asked: AskedCode) => void;
}

function LoginForm({ username, setUsername, onCodeAsked }: LoginFormProps) {
  const { form, tries, startTry } = useTries();
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const { error, reason, faulty, isSending, signIn } = useSignIn(startTry, onCodeAsked);
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
