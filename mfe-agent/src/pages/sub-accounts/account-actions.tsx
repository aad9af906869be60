import { ConfirmButton } from '@palier/shared/confirm-button';
import type { SubAccount } from '@palier/shared/contracts';
import { subAccountLinkState } from '@palier/shared/return-to-list';
import { ButtonLink } from '@palier/shared/ui';
import { MoreButton, useDisclosure } from '../../lib/disclosure/disclosure';
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

/**
 * The actions of a row. The first is the accent; on a desk the button with three dots opens the journal, on a
 * phone all the others.
 */
export function AccountActions({ row, nameId, listSearch, onToggle, onFollowLink }: AccountActionsProps) {
  const { isOpen, opener, panel, toggle } = useDisclosure();
  const link = {
    state: subAccountLinkState(listSearch, row.username),
    isSmall: true,
    'aria-describedby': nameId,
    onClick: () => onFollowLink(nameId),
  };
  const panelId = `actions-${row.id}`;
  return (
    <span className={styles.actions} data-screen-only>
      <ButtonLink to={`/refund/${row.id}`} {...link} tone="primary">
        {messages.refund}
      </ButtonLink>
      <MoreButton
        isOpen={isOpen}
        opener={opener}
        toggle={toggle}
        panelId={panelId}
        label={messages.otherActions}
        describedBy={nameId}
      />
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
        <ButtonLink to={`/admin/${row.id}/journal`} {...link}>
          {messages.journal}
        </ButtonLink>
      </span>
    </span>
  );
}
