import { logIgnored } from '@palier/shared/http';
import { useLocation } from '@palier/shared/router';
import { subAccountLinkState } from '@palier/shared/return-to-list';
import { Pager } from '@palier/shared/data-table';
import { useUser } from '@palier/shared/session';
import { ButtonLink, Page } from '@palier/shared/ui';
import { whenInputPauses } from '@palier/shared/when-idle';
import { useEffect } from 'react';
import { loadAccountPages } from '../../lib/load-account-pages';
import { LostAttempts } from '../../lib/attempt/lost-attempts';
import { isFinished, readRun } from '../../lib/movement-run/run-storage';
import { AccountBeside } from './account-beside';
import { AccountsBelow } from './accounts-below';
import { SubAccountsSearch, SubAccountsSelection } from './sub-accounts-search';
import { SubAccountsTable } from './sub-accounts-table';
import { messages } from './sub-accounts.messages';
import styles from './sub-accounts.module.css';
import { TodayFigures } from './today-figures';
import { useFloat } from './use-float';
import { useRestoreRowFocus } from './use-restore-row-focus';
import { useSelectedRow } from './use-selected-row';
import { useStatusToggle } from './use-status-toggle';
import { useSubAccounts } from './use-sub-accounts';

export function SubAccountsPage() {
  const { page, term, sort, state, accounts, rows, isLoading, hasFailed, refetch, search, select } =
    useSubAccounts();
  const toggle = useStatusToggle();
  const { rememberRow, paid } = useRestoreRowFocus(!isLoading);
  const { search: listSearch } = useLocation();
  const { selectedId, select: selectRow } = useSelectedRow();
  usePreloadedForms(isLoading);
  const float = useFloat(!isLoading);
  return (
    <Page
      title={messages.title}
      aside={
        <>
          <TodayFigures isListSettled={!isLoading} />
          <ButtonLink to="/admin/create" state={subAccountLinkState(listSearch)}>
            {messages.create}
          </ButtonLink>
        </>
      }
    >
      <LostAttempts />
      <div className={styles.tools} data-screen-only>
        <SubAccountsSearch term={term} onSearch={search} />
        <SubAccountsSelection sort={sort} state={state} onSelect={select} />
        <p className={styles.float}>
          {typeof float?.endsAt === 'string' && <FloatSentence endsAt={float.endsAt} />}
        </p>
        <div className={styles.others} data-row="close">
          <AskForBalance missing={float?.missing} />
          <MovementListLink />
        </div>
      </div>
      <div className={selectRow === undefined ? undefined : styles.split}>
        <SubAccountsTable
          rows={rows}
          page={page}
          loadingText={isLoading ? messages.loading : undefined}
          failure={hasFailed ? { message: messages.unread, onRetry: refetch } : undefined}
          nextStep={<NextStep isWhole={term === '' && state === ''} />}
          total={accounts.totalElements}
          listSearch={listSearch}
          onToggle={toggle}
          onFollowLink={rememberRow}
          paid={paid}
          selectedId={selectedId}
          onSelect={selectRow}
        />
        {selectRow !== undefined && (
          <AccountBeside
            row={rows.find(({ id }) => id === selectedId)}
            listSearch={listSearch}
            onFollowLink={rememberRow}
          />
        )}
      </div>
      <Pager
        totalPages={accounts.totalPages}
        currentPage={page}
        onChange={(wanted) => select({ page: wanted })}
      />
      <AccountsBelow term={term} />
    </Page>
  );
}

/** A capo has no parent to ask. `missing`: what the balance lacks until midnight, which fills the form. */
const AskForBalance = ({ missing }: { readonly missing: number | null | undefined }) =>
  useUser()?.roleName !== 'ROLE_CAPO' && (
    <ButtonLink
      to={typeof missing === 'number' ? `/requests/balance?amount=${missing}` : '/requests/balance'}
      isSmall
    >
      {messages.askForBalance}
    </ButtonLink>
  );

const FloatSentence = ({ endsAt }: { readonly endsAt: string }) => (
  <>
    {messages.lasts(endsAt)} <span className={styles.basis}>{messages.lastsBy}</span>
  </>
);

/** To a pasted list of movements, or to the one that is not finished. */
const MovementListLink = () => {
  const agentId = useUser()?.id ?? 0;
  const { search } = useLocation();
  const stored = readRun(agentId);
  return (
    <ButtonLink to="/admin/movement-list" state={subAccountLinkState(search)} isSmall>
      {stored === null || isFinished(stored) ? messages.movementList : messages.unfinishedList}
    </ButtonLink>
  );
};

/** From an empty list: all accounts, or without any the form that creates one. */
const NextStep = ({ isWhole }: { readonly isWhole: boolean }) => {
  const { search } = useLocation();
  return isWhole ? (
    <ButtonLink to="/admin/create" state={subAccountLinkState(search)}>
      {messages.createFirst}
    </ButtonLink>
  ) : (
    <ButtonLink to="/admin">{messages.showAll}</ButtonLink>
  );
};

/** The form that a row opens next is there when it is pressed. */
function usePreloadedForms(isLoading: boolean): void {
  useEffect(() => {
    if (isLoading) return;
    whenInputPauses(() => {
      loadAccountPages().catch((error: unknown) => logIgnored(error, 'sub-accounts: forms not preloaded'));
    });
  }, [isLoading]);
}
