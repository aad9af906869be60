import { ConfirmButton } from '@palier/shared/confirm-button';
import type { NewApp, OwnFactors } from '@palier/shared/contracts/factors';
import { formatMoment } from '@palier/shared/french-dates';
import { Waiting } from '@palier/shared/page-parts';
import { ReadFailure } from '@palier/shared/refetch-on-revisit';
import { Button, Card, ErrorBox, Field, SuccessBox, useTries } from '@palier/shared/ui';
import { useRef, useState, type FormEvent } from 'react';
import { NamePasskey, Passkeys } from './passkeys';
import { QrCode } from './qr-code';
import { messages } from './second-factor.messages';
import styles from './second-factor.module.css';
import { useFactors } from './use-factors';

/** The second factor in Paramètres. */
export function SecondFactor() {
  const own = useFactors();
  const { factors, view, error } = own;
  const heading = useRef<HTMLHeadingElement>(null);

  /** The pressed button is gone with its step, so the heading takes the focus. */
  async function withFocus(call: Promise<boolean>): Promise<boolean> {
    const isDone = await call;
    if (isDone) heading.current?.focus();
    return isDone;
  }
  function showState(): void {
    own.showState();
    heading.current?.focus();
  }

  return (
    <Card>
      <section data-stack aria-labelledby="second-factor-heading">
        <h2 id="second-factor-heading" ref={heading} tabIndex={-1}>
          {messages.heading}
        </h2>
        {own.isLoading && <Waiting text={messages.loading} />}
        {own.hasFailed && <ReadFailure message={messages.readFailed} onRetry={own.refetch} />}
        {view.step !== 'adding' && view.step !== 'naming' && <ErrorBox message={error} />}
        <SuccessBox message={own.success} />
        {view.step === 'adding' && (
          <AddForm
            app={view.app}
            error={error}
            onConfirm={(code) => withFocus(own.confirm(code))}
            onCancel={showState}
          />
        )}
        {view.step === 'naming' && (
          <NamePasskey
            error={error}
            onName={(name) => withFocus(own.addPasskey(name))}
            onCancel={showState}
          />
        )}
        {view.step === 'codes' && <RecoveryCodes codes={view.codes} onKept={showState} />}
        {view.step === 'state' && factors !== undefined && !own.hasFailed && (
          <>
            {factors.reset !== null && (
              <div data-stack>
                <ErrorBox
                  message={messages.resetAsked(factors.reset.by, formatMoment(factors.reset.dueAt))}
                />
                <div>
                  <Button onClick={() => void withFocus(own.refuseReset())}>{messages.refuseReset}</Button>
                </div>
              </div>
            )}
            <AppAndCodes
              factors={factors}
              onAdd={() => void own.begin()}
              onRemove={() => withFocus(own.remove())}
              onRenew={() => withFocus(own.renew())}
            />
            <Passkeys
              factors={factors}
              onAdd={own.namePasskey}
              onRemove={(id) => withFocus(own.removePasskey(id))}
            />
          </>
        )}
      </section>
      {own.dialog}
    </Card>
  );
}

interface AppAndCodesProps {
  readonly factors: OwnFactors;
  readonly onAdd: () => void;
  readonly onRemove: () => Promise<boolean>;
  readonly onRenew: () => Promise<boolean>;
}

/** The authenticator app and the recovery codes. */
function AppAndCodes({ factors, onAdd, onRemove, onRenew }: AppAndCodesProps) {
  const { isOffered, appAddedAt, recoveryCodesLeft, passkeys } = factors;
  const hasFactor = appAddedAt !== null || passkeys.length > 0;
  return (
    <>
      {!hasFactor && <p className={styles.muted}>{messages.about}</p>}
      {!hasFactor && !isOffered && <p>{messages.notOffered}</p>}
      {appAddedAt !== null && <p>{messages.addedAt(formatMoment(appAddedAt))}</p>}
      {hasFactor && <p className={styles.muted}>{messages.codesLeft(recoveryCodesLeft)}</p>}
      <div data-row>
        {appAddedAt === null && isOffered && (
          <Button tone="quiet" onClick={onAdd}>
            {messages.add}
          </Button>
        )}
        {hasFactor && (
          <ConfirmButton label={messages.renew} question={messages.renewQuestion} onConfirm={onRenew} />
        )}
        {appAddedAt !== null && (
          <ConfirmButton label={messages.remove} question={messages.removeQuestion} onConfirm={onRemove} />
        )}
      </div>
    </>
  );
}

interface AddFormProps {
  readonly app: NewApp;
  readonly error: string | null;
  readonly onConfirm: (code: string) => Promise<boolean>;
  readonly onCancel: () => void;
}

/** Groups of four letters, which people compare more easily. */
const inGroups = (key: string): string => key.replaceAll(/.{4}(?=.)/g, '$& ');

function AddForm({ app, error, onConfirm, onCancel }: AddFormProps) {
  const { form, tries, startTry } = useTries();
  const [code, setCode] = useState('');
  const isInFlight = useRef(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isInFlight.current) return;
    isInFlight.current = true;
    startTry('code');
    const isDone = await onConfirm(code.trim());
    isInFlight.current = false;
    if (!isDone) setCode('');
  }

  return (
    <form ref={form} data-stack noValidate onSubmit={(event) => void submit(event)}>
      <p>{messages.scan}</p>
      <QrCode text={app.uri} label={messages.picture} />
      <p>
        {messages.key} <span className={styles.key}>{inGroups(app.secret)}</span>
      </p>
      <p>
        <a href={app.uri} className={styles.openApp}>
          {messages.openApp}
        </a>
      </p>
      <Field
        name="code"
        label={messages.firstCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        fault={error}
        tries={tries}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <div data-row>
        <Button type="submit">{messages.confirm}</Button>
        <Button tone="quiet" onClick={onCancel}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const [status, setStatus] = useState<string | null>(null);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setStatus(messages.copied);
    } catch {
      setStatus(messages.copyFailed);
    }
  }

  return (
    <>
      <h3>{messages.codesTitle}</h3>
      <p>{messages.codesAbout}</p>
      <ol className={styles.codes} aria-label={messages.codesTitle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p role="status" className={styles.muted}>
        {status}
      </p>
      <div data-row>
        <Button onClick={onKept}>{messages.kept}</Button>
        <Button tone="quiet" onClick={() => void copy()}>
          {messages.copy}
        </Button>
      </div>
    </>
  );
}
