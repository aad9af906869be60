import { ButtonLink, Page, Pager } from '@palier/shared/ui';
import { SubAccountsSearch } from './sub-accounts-search';
import { SubAccountsTable } from './sub-accounts-table';
import { messages } from './sub-accounts.messages';
import { hasPager } from './sub-accounts.rules';
import { useStatusToggle } from './use-status-toggle';
import { useSubAccounts } from './use-sub-accounts';

export function SubAccountsPage() {
  const { page, term, accounts, isLoading, search, openPage } = useSubAccounts();
  const toggle = useStatusToggle();
  return (
    <Page
      title={messages.title}
      aside={
        <ButtonLink to="/admin/create" tone="primary">
          {messages.create}
        </ButtonLink>
      }
    >
      <SubAccountsSearch term={term} onSearch={search} />
      <SubAccountsTable
        rows={accounts.data}
        page={page}
        isLoading={isLoading}
        onToggle={(row) => void toggle(row)}
      />
      {hasPager(accounts.totalElements) && (
        <Pager totalPages={accounts.totalPages} currentPage={page} onChange={openPage} />
      )}
    </Page>
  );
}
