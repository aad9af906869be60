import { ConfirmButton } from '@palier/shared/confirm-button';
import type { OwnFactors } from '@palier/shared/contracts/factors';
import { formatMoment } from '@palier/shared/french-dates';
import { hasPasskeys } from '@palier/shared/passkey';
import { Button, Field, useTries } from '@palier/shared/ui';
import { useRef, useState, type FormEvent } from 'react';
import { messages } from './second-factor.messages';
import styles from './second-factor.module.css';

interface PasskeysProps {
  readonly factors: OwnFactors;
  readonly onAdd: () => void;
  readonly onRemove: (id: number) => Promise<boolean>;
}

/** The user's passkeys. Nothing where there is none and the server or the browser can add none. */
export function Passkeys({ factors: { passkeys, arePasskeysOffered }, onAdd, onRemove }: PasskeysProps) {
  const canAdd = arePasskeysOffered && hasPasskeys();
  if (!canAdd && passkeys.length === 0) return null;
  return (
    <>
      <h3>{messages.passkeys}</h3>
      <p className={styles.muted}>{messages.passkeyAbout}</p>
      {passkeys.length > 0 && (
        <ul className={styles.passkeys} aria-label={messages.passkeys}>
          {passkeys.map(({ id, name, addedAt, usedAt }) => (
            <li key={id} className={styles.passkey}>
              <span id={`passkey-${id}`}>
                {name}{' '}
                <span className={styles.muted}>
                  {messages.passkeyAddedAt(
                    formatMoment(addedAt),
                    usedAt === null ? null : formatMoment(usedAt),
                  )}
                </span>
              </span>
              <ConfirmButton
                label={messages.removePasskey}
                question={messages.removePasskeyQuestion(name)}
                describedBy={`passkey-${id}`}
                isSmall
                onConfirm={() => onRemove(id)}
              />
            </li>
          ))}
        </ul>
      )}
      {canAdd && (
        <div>
          <Button tone="quiet" onClick={onAdd}>
            {messages.addPasskey}
          </Button>
        </div>
      )}
    </>
  );
}

interface NamePasskeyProps {
  readonly error: string | null;
  readonly onName: (name: string) => Promise<boolean>;
  readonly onCancel: () => void;
}

const MAX_LENGTH = 40;

/** Asks for the name of a new passkey; then the browser asks its user. */
export function NamePasskey({ error, onName, onCancel }: NamePasskeyProps) {
  const { form, tries, startTry } = useTries();
  const [name, setName] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const isInFlight = useRef(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isInFlight.current) return;
    startTry('name');
    setIsMissing(name.trim() === '');
    if (name.trim() === '') return;
    isInFlight.current = true;
    await onName(name);
    isInFlight.current = false;
  }

  return (
    <form ref={form} data-stack noValidate onSubmit={(event) => void submit(event)}>
      <Field
        name="name"
        label={messages.passkeyName}
        hint={messages.passkeyNameHint}
        autoComplete="off"
        maxLength={MAX_LENGTH}
        fault={isMissing ? messages.passkeyNameMissing : error}
        tries={tries}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div data-row>
        <Button type="submit">{messages.create}</Button>
        <Button tone="quiet" onClick={onCancel}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  );
}
