import { ConfirmButton } from '@palier/shared/confirm-button';
import type { AccountPage } from '@palier/shared/contracts/account-page';
import { Note } from '@palier/shared/page-parts';
import { useReturnToList } from '@palier/shared/return-to-list';
import { ButtonLink } from '@palier/shared/ui';
import { MoreButton, useDisclosure } from '../../lib/disclosure/disclosure';
import { messages as accountMessages } from '../../lib/sub-account/sub-account.messages';
import { messages } from './account.messages';
import styles from './account.module.css';
import { useStatusChange } from './use-account';

const PANEL_ID = 'autres-actions';

/** The actions that an agent may take: all on a direct sub-account, reading only on accounts below. */
export function AccountActions({ account }: { readonly account: AccountPage }) {
  const { id, username, isDirect, active, path, roleName } = account;
  const { state } = useReturnToList();
  const changeStatus = useStatusChange(account);
  const { isOpen, opener, panel, toggle } = useDisclosure();
  const link = { state, isSmall: true };
  const network = roleName !== 'ROLE_CLIENT' && (
    <ButtonLink to={`/report/network?of=${id}`} {...link}>
      {messages.network}
    </ButtonLink>
  );
  return (
    <div className={styles.actions} data-screen-only>
      {isDirect && (
        <>
          <ButtonLink to={`/refund/${id}`} {...link} tone="primary">
            {messages.refund}
          </ButtonLink>
          <ButtonLink to={`/withdraw/${id}`} {...link}>
            {messages.withdraw}
          </ButtonLink>
          <MoreButton
            isOpen={isOpen}
            opener={opener}
            toggle={toggle}
            panelId={PANEL_ID}
            label={messages.otherActions}
          />
          <span ref={panel} id={PANEL_ID} className={styles.otherActions} data-open={isOpen}>
            <ButtonLink to={`/admin/${id}/edit`} {...link}>
              {messages.password}
            </ButtonLink>
            <ConfirmButton
              label={active ? messages.deactivate : messages.activate}
              question={active ? accountMessages.confirmDeactivation(username) : null}
              isSmall
              isCautious
              onConfirm={() => {
                changeStatus();
                // The button stays, with the other action.
                return Promise.resolve(false);
              }}
            />
            <ButtonLink to={`/reportItem/${id}`} {...link}>
              {messages.history}
            </ButtonLink>
            <span className={styles.more}>
              <ButtonLink to={`/admin/${id}/journal`} {...link}>
                {messages.journal}
              </ButtonLink>
              {network}
            </span>
          </span>
        </>
      )}
      {!isDirect && network}
      {path.length > 1 && <Note>{messages.readOnly}</Note>}
    </div>
  );
}
