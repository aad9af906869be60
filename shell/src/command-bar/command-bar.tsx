import { hasManagementRights } from '@palier/shared/contracts';
import { useUser } from '@palier/shared/session';
import { Button } from '@palier/shared/ui';
import { useLayoutEffect, useRef, useState } from 'react';
import { messages } from './command-bar.messages';
import styles from './command-bar.module.css';
import { Commands } from './commands';
import { Shortcuts } from './shortcuts';

export interface CommandBarProps {
  readonly view: 'commands' | 'shortcuts';
  /** The keys that were typed before the bar had loaded; Enter is `\n`. */
  readonly readTyped: () => string;
  readonly onClose: () => void;
}

export function CommandBar({ view, readTyped, onClose }: CommandBarProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed] = useState(readTyped);
  const role = useUser()?.roleName;
  const isAgent = role !== undefined && hasManagementRights(role);
  // Before the next key, which belongs to the field.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    const field = dialog.current?.querySelector('input');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  const title = isAgent ? messages.title : messages.titleOfPlayer;
  // Closing the dialog, unlike removing it, gives the focus back.
  const close = (): void => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={view === 'commands' ? title : messages.shortcutsTitle}
      onClose={onClose}
    >
      <div className={styles.sheet}>
        <div data-row="apart">
          <h2>{view === 'commands' ? title : messages.shortcutsTitle}</h2>
          <Button tone="quiet" isSmall onClick={close}>
            {messages.close}
          </Button>
        </div>
        {view === 'commands' ? (
          <Commands
            typedAtStart={typed.replace(/\n.*/s, '')}
            isEnteredAtStart={typed.includes('\n')}
            onClose={close}
          />
        ) : (
          <Shortcuts isAgent={isAgent} />
        )}
      </div>
    </dialog>
  );
}
