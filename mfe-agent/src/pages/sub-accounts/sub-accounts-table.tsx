import type { SubAccount } from '@palier/shared/contracts';
import { subAccountLinkState } from '@palier/shared/return-to-list';
import { DataTable } from '@palier/shared/data-table';
import { logIgnored } from '@palier/shared/http';
import { Link } from '@palier/shared/router';
import { Chip } from '@palier/shared/ui';
import { useEffect, useRef, type ComponentProps } from 'react';
import type { PaidRow } from '../../lib/paid-row';
import { LiveAmount } from '../../lib/live-balances/live-amount';
import { AccountActions, type AccountActionsProps } from './account-actions';
import { messages } from './sub-accounts.messages';
import styles from './sub-accounts.module.css';
import { nameIdOf } from './use-restore-row-focus';
import { runningNumber } from './sub-accounts.rules';

type ListStateProps = Pick<
  ComponentProps<typeof DataTable<SubAccount>>,
  'loadingText' | 'failure' | 'nextStep'
>;

interface SubAccountsTableProps
  extends Pick<AccountActionsProps, 'listSearch' | 'onToggle' | 'onFollowLink'>, ListStateProps {
  readonly rows: readonly SubAccount[];
  readonly page: number;
  readonly total: number;
  /** The row whose account was paid just before. */
  readonly paid: PaidRow | undefined;
  /** The row whose account is shown beside the list. */
  readonly selectedId: number | undefined;
  /** Shows the account of a row beside the list; undefined where there is no room. */
  readonly onSelect: ((id: number) => void) | undefined;
}

export function SubAccountsTable({
  rows,
  page,
  total,
  paid,
  selectedId,
  onSelect,
  ...props
}: SubAccountsTableProps) {
  const { loadingText, failure, nextStep, ...actions } = props;
  const list = useRef<HTMLDivElement>(null);
  // For the pointer only: the keyboard has the link of the name.
  useEffect(() => {
    const element = list.current;
    const onClick = (event: MouseEvent): void => openAccount(event, onSelect);
    const onFocus = ({ target }: FocusEvent): void => selectRowOf(target as Element, onSelect);
    element?.addEventListener('click', onClick);
    element?.addEventListener('focusin', onFocus);
    return () => {
      element?.removeEventListener('click', onClick);
      element?.removeEventListener('focusin', onFocus);
    };
  }, [onSelect]);
  useEffect(() => (list.current === null ? undefined : withRowKeys(list.current)), []);
  return (
    <div ref={list} className={styles.list}>
      <DataTable
        caption={messages.title}
        rows={rows}
        rowKey={(row) => row.id}
        emptyText={messages.empty}
        nextStep={nextStep}
        loadingText={loadingText}
        failure={failure}
        summary={messages.found(total)}
        columns={[
          {
            title: messages.number,
            width: '6%',
            inCard: 'index',
            cell: (_row, index) => runningNumber(page, index),
          },
          {
            title: messages.name,
            width: '27%',
            isRowHeader: true,
            inCard: 'title',
            cell: (row) => <NameCell row={row} paid={paid} selectedId={selectedId} {...actions} />,
          },
          {
            title: messages.amount,
            width: '15%',
            isNumeric: true,
            inCard: 'amount',
            cell: (row) => <LiveAmount value={row.balance} />,
          },
          {
            title: messages.action,
            width: '52%',
            isScreenOnly: true,
            inCard: 'actions',
            cell: (row) => <AccountActions row={row} nameId={nameIdOf(row.id)} {...actions} />,
          },
        ]}
      />
    </div>
  );
}

/** The keys of the rows, loaded when the focus first reaches the list. */
function withRowKeys(list: HTMLElement): () => void {
  let release: (() => void) | undefined;
  let isGone = false;
  const load = (): void =>
    void import('./row-keys').then(
      ({ manageRowKeys }) => {
        if (!isGone) release ??= manageRowKeys(list);
      },
      (error: unknown) => {
        logIgnored(error, 'sub-accounts: keys of the rows not loaded');
      },
    );
  list.addEventListener('focusin', load, { once: true });
  return () => {
    isGone = true;
    list.removeEventListener('focusin', load);
    release?.();
  };
}

type NameCellProps = Pick<AccountActionsProps, 'row' | 'listSearch' | 'onFollowLink'> &
  Pick<SubAccountsTableProps, 'paid' | 'selectedId'>;

const NameCell = ({ row, listSearch, onFollowLink, paid, selectedId }: NameCellProps) => (
  <span className={styles.name}>
    <Link
      id={nameIdOf(row.id)}
      to={`/admin/${row.id}`}
      state={subAccountLinkState(listSearch, row.username)}
      onClick={() => onFollowLink(nameIdOf(row.id))}
      aria-current={row.id === selectedId || undefined}
    >
      {row.username}
    </Link>
    <span className={row.active ? styles.active : undefined}>
      <Chip tone={row.active ? 'positive' : 'negative'}>
        {row.active ? messages.isActive : messages.isInactive}
      </Chip>
    </span>
    {paid?.id === String(row.id) && (
      <span data-paid>
        <Chip tone="positive">{messages.paid(paid.change)}</Chip>
      </span>
    )}
  </span>
);

type Select = SubAccountsTableProps['onSelect'];

/** Selects the row of an element, where accounts are shown beside the list. */
function selectRowOf(element: Element, onSelect: Select): void {
  const id = /^compte-(\d+)$/.exec(element.closest('tbody tr')?.querySelector('th a')?.id ?? '')?.[1];
  if (id !== undefined) onSelect?.(Number(id));
}

/**
 * A click on a row beside its actions selects the row or, where no account is shown beside the list, follows
 * the link of its name; the end of a selection of text does neither.
 */
function openAccount({ target, ctrlKey, metaKey, shiftKey }: MouseEvent, onSelect: Select): void {
  const row = target instanceof Element ? target.closest('tbody tr') : null;
  if (row === null || (target as Element).closest('a, [data-card="actions"]') !== null) return;
  if (getSelection()?.isCollapsed === false) return;
  const isForTab = ctrlKey || metaKey || shiftKey;
  if (onSelect !== undefined && !isForTab) return selectRowOf(row, onSelect);
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  row.querySelector('th a')?.dispatchEvent(click);
}
