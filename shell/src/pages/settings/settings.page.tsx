import { firstError, http, noContent, refusedField } from '@palier/shared/http';
import { useQueryClient } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { setMustChangePassword } from '@palier/shared/session/writer';
import { Button, ButtonLink, Card, ErrorBox, Field, Page, SuccessBox } from '@palier/shared/ui';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { AppearanceChoice } from './appearance/appearance-choice';
import { NoticeMarks } from './notice-marks/notice-marks';
import { lazyPage } from '../../lazy-page/lazy-page';
import { Sessions } from './sessions/sessions';
import { OWN_SESSIONS_KEY } from './sessions/sessions.api';
import { messages } from './settings.messages';
import styles from './settings.module.css';
import { ShortcutsSwitch } from './shortcuts/shortcuts';
import { WinNotice } from './win-notice/win-notice';

const SecondFactor = lazyPage(async () => ({ default: (await import('../../second-factor')).SecondFactor }));

export default function SettingsPage() {
  const user = useUser();
  // Until the screen is left: the recovery codes are shown once, and the section must not start again.
  const [hasToAddFactor] = useState(user?.mustAddFactor === true);
  if (user?.mustChangePassword !== true && hasToAddFactor)
    return (
      <Page title={messages.title}>
        <p>{messages.mustAddFactor}</p>
        <div className={styles.columns}>
          <SecondFactor />
        </div>
      </Page>
    );
  if (user?.mustChangePassword === true)
    return (
      <Page title={messages.title}>
        <div className={styles.columns}>
          <Card>
            <SettingsForm reason={messages.mustChange} />
          </Card>
        </div>
      </Page>
    );
  return (
    <Page
      title={messages.title}
      aside={
        <div data-row="close">
          {user?.roleName === 'ROLE_CLIENT' && (
            <ButtonLink to="/protection" isSmall>
              {messages.protection}
            </ButtonLink>
          )}
          <ButtonLink to="/settings/help" isSmall>
            {messages.help}
          </ButtonLink>
        </div>
      }
    >
      <div className={styles.columns}>
        <Card>
          <SettingsForm reason={null} />
        </Card>
        <div className={styles.column}>
          <AppearanceChoice />
          <WinNotice />
          <NoticeMarks />
          <ShortcutsSwitch />
          <Card>
            <Sessions />
          </Card>
          {/* Last, because its file and its state come later and would push the others down. */}
          <SecondFactor />
        </div>
      </div>
    </Page>
  );
}

const NOTHING_TYPED = { oldPassword: '', newPassword: '', confirmPassword: '' };
const FIELDS = Object.keys(NOTHING_TYPED);

/** The sentence of a refusal, and the field that it is about. */
interface ShownRefusal {
  readonly error: string | null;
  readonly faulty: string | undefined;
}
const NO_REFUSAL: ShownRefusal = { error: null, faulty: undefined };

function SettingsForm({ reason }: { readonly reason: string | null }) {
  const queryClient = useQueryClient();
  const username = useUser()?.username ?? '';
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(NOTHING_TYPED);
  // A new key per try makes screen readers announce an equal refusal again.
  const [tries, setTries] = useState(0);
  const [{ error, faulty }, setRefusal] = useState(NO_REFUSAL);
  const [success, setSuccess] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  // A second click may come before the state is rendered.
  const isInFlight = useRef(false);
  const field = (name: keyof typeof NOTHING_TYPED) => ({
    label: messages[name],
    name,
    type: 'password',
    autoComplete: name === 'oldPassword' ? 'current-password' : 'new-password',
    value: typed[name],
    fault: faulty === name ? error : null,
    tries,
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      setTyped((before) => ({ ...before, [name]: event.target.value })),
  });

  function refuse(sentence: string | null, about: string | undefined): void {
    const input = FIELDS.find((name) => name === about);
    setRefusal({ error: sentence, faulty: input });
    form.current?.querySelector<HTMLInputElement>(`[name=${input}]`)?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTries(tries + 1);
    if (isInFlight.current) return;
    const { oldPassword, newPassword } = typed;
    setSuccess(null);
    if (newPassword !== typed.confirmPassword) return refuse(messages.mismatch, 'confirmPassword');
    refuse(null, undefined);
    isInFlight.current = true;
    setIsSending(true);
    try {
      await http.post('/auth/change-password', { oldPassword, newPassword }, noContent);
      setSuccess(messages.success);
      setTyped(NOTHING_TYPED);
      // Every screen is open from now on.
      if (reason !== null) setMustChangePassword(false);
      // The server has ended the other sessions.
      void queryClient.invalidateQueries({ queryKey: [OWN_SESSIONS_KEY] });
    } catch (refusal) {
      refuse(firstError(refusal, messages.failure), refusedField(refusal));
    } finally {
      isInFlight.current = false;
      setIsSending(false);
    }
  }

  return (
    <form ref={form} data-stack noValidate onSubmit={(event) => void submit(event)}>
      <h2>{messages.heading}</h2>
      {reason !== null && <p>{reason}</p>}
      {/* Tells password managers whose password changes. */}
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      <Field {...field('oldPassword')} />
      <Field {...field('newPassword')} hint={messages.hint} />
      <Field {...field('confirmPassword')} />
      {faulty === undefined && <ErrorBox key={tries} message={error} />}
      <SuccessBox message={success} />
      <FormButtons isSending={isSending} />
    </form>
  );
}

const FormButtons = ({ isSending }: { readonly isSending: boolean }) => (
  <div className={styles.actions} data-row>
    <Button type="submit" aria-busy={isSending}>
      {messages.submit}
    </Button>
    <Button type="submit" tone="quiet">
      {messages.disableJackpot}
    </Button>
  </div>
);
