import { MAX_NOTE_LENGTH } from '@palier/shared/contracts';
import { Button, Field } from '@palier/shared/ui';
import { useState, type ComponentProps } from 'react';
import { messages } from './transfer.messages';

interface NoteFieldProps extends Pick<ComponentProps<typeof Field>, 'fault' | 'tries'> {
  readonly note: string;
  readonly onNote: (note: string) => void;
}

/** The specified form has one input, so the field of the note is there only once it is asked for. */
export function NoteField({ note, onNote, fault, tries }: NoteFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <div>
        <Button tone="quiet" isSmall onClick={() => setIsOpen(true)}>
          {messages.addNote}
        </Button>
      </div>
    );
  return (
    <div ref={focusField}>
      <Field
        label={messages.note}
        name="note"
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        fault={fault}
        tries={tries}
        onChange={(event) => onNote(event.target.value)}
      />
    </div>
  );
}

/** The pressed button has gone, so the field takes the focus. */
const focusField = (place: HTMLElement | null): void => place?.querySelector('input')?.focus();
