import { bus } from '@palier/shared/bus';
import type { ReceivedRequest } from '@palier/shared/contracts/balance-requests';
import { firstError } from '@palier/shared/http';
import { Button, Field } from '@palier/shared/ui';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { refuseRequest } from './received';
import { messages } from './requests.messages';
import styles from './requests.module.css';

const MAX_REASON_LENGTH = 120;

interface RefusalProps {
  readonly request: ReceivedRequest;
  readonly onClose: () => void;
}

/** The reasons of a refusal: one press sends a listed one, or the agent writes another. */
export function Refusal({ request: { id, username }, onClose }: RefusalProps) {
  const group = useRef<HTMLDivElement>(null);
  const [ownReason, setOwnReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const isInFlight = useRef(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = group.current;
    element?.querySelector('button')?.focus();
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return;
      // Otherwise the dialog around it closes as well.
      event.preventDefault();
      close();
    }
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, []);

  async function send(reason: string): Promise<void> {
    if (isInFlight.current) return;
    isInFlight.current = true;
    try {
      await refuseRequest(id, reason);
      bus.emit('notice/raised', { tone: 'success', text: messages.refused(username) });
      onClose();
    } catch (error) {
      setFault(firstError(error, messages.failed));
    } finally {
      isInFlight.current = false;
      bus.emit('requests/changed', {});
    }
  }

  function sendOwn(event: FormEvent): void {
    event.preventDefault();
    void send(ownReason);
  }

  return (
    <div ref={group} className={styles.refusal} role="group" aria-label={messages.reasonsOf(username)}>
      <p>{messages.reasonsOf(username)}</p>
      <div data-row="close">
        {messages.reasons.map((reason) => (
          <Button key={reason} tone="quiet" isSmall onClick={() => void send(reason)}>
            {reason}
          </Button>
        ))}
      </div>
      <form className={styles.own} noValidate onSubmit={sendOwn}>
        <Field
          label={messages.ownReason}
          name="reason"
          maxLength={MAX_REASON_LENGTH}
          autoComplete="off"
          value={ownReason}
          fault={fault}
          onChange={(event) => setOwnReason(event.target.value)}
        />
        <div data-row="close">
          <Button type="submit" isSmall>
            {messages.send}
          </Button>
          <Button tone="quiet" isSmall onClick={onClose}>
            {messages.cancel}
          </Button>
        </div>
      </form>
    </div>
  );
}
