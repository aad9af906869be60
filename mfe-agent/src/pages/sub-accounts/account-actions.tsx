import { ConfirmButton } from '@palier/shared/confirm-button';
import type { SubAccount } from '@palier/shared/contracts';
import { returnState } from '@palier/shared/return-to-list';
import { ButtonLink } from '@palier/shared/ui';
import { useEffect, useRef, useState } from 'react';
import { messages as accountMessages } from '../../lib/sub-account/sub-account.messages';
import { messages } from './sub-accounts.messages';
import styles from './sub-accounts.module.css';

export interface AccountActionsProps {
  readonly row: SubAccount;
  /**
   * Id of the element with the account's name, which describes links and buttons with the same texts in every
   * row.
   */
  readonly nameId: string;
  readonly listSearch: string;
  readonly onToggle: (row: SubAccount) => void;
  readonly onFollowLink: (nameId: string) => void;
}

/** The actions of a row: all side by side on a desktop; on a phone, all but the first are behind a button. */
export function AccountActions({ row, nameId, listSearch, onToggle, onFollowLink }: AccountActionsProps) {
  const { isOpen, toggle, panel, opener } = useDisclosure();
  const link = {
    state: returnState(listSearch, row.username),
    isSmall: true,
    'aria-describedby': nameId,
    onClick: () => onFollowLink(nameId),
  };
  const panelId = `actions-${row.id}`;
  return (
    <span className={styles.actions} data-screen-only>
      <ButtonLink to={`/refund/${row.id}`} {...link}>
        {messages.refund}
      </ButtonLink>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-label={messages.otherActions}
        aria-describedby={nameId}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={toggle}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="5" cy="12" r="1.75" />
          <circle cx="12" cy="12" r="1.75" />
          <circle cx="19" cy="12" r="1.75" />
        </svg>
      </button>
      <span ref={panel} id={panelId} className={styles.otherActions} data-open={isOpen}>
        <ButtonLink to={`/withdraw/${row.id}`} {...link}>
          {messages.withdraw}
        </ButtonLink>
        <ButtonLink to={`/admin/${row.id}/edit`} {...link}>
          {messages.edit}
        </ButtonLink>
        <ButtonLink to={`/reportItem/${row.id}`} {...link}>
          {messages.history}
        </ButtonLink>
        <ButtonLink to={`/admin/${row.id}/journal`} {...link}>
          {messages.journal}
        </ButtonLink>
        <ConfirmButton
          label={row.active ? messages.deactivate : messages.activate}
          question={row.active ? accountMessages.confirmDeactivation(row.username) : null}
          describedBy={nameId}
          isSmall
          isCautious
          onConfirm={() => {
            onToggle(row);
            // The button stays, with the other action.
            return Promise.resolve(false);
          }}
        />
      </span>
    </span>
  );
}

/**
 * A panel that its button opens and closes; Escape in the panel or on the button closes it and focuses the
 * button.
 */
function useDisclosure() {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    function closeOnEscape({ key, target }: globalThis.KeyboardEvent): void {
      const isInside = target === opener.current || panel.current?.contains(target as Node) === true;
      if (key !== 'Escape' || !isInside) return;
      setIsOpen(false);
      opener.current?.focus();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isOpen]);
  return { isOpen, opener, panel, toggle: () => setIsOpen((before) => !before) };
}
