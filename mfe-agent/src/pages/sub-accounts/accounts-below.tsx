import { findAccounts, MIN_FIND_LENGTH } from '@palier/shared/find-accounts';
import { useQuery } from '@palier/shared/query';
import { ReadFailure } from '@palier/shared/refetch-on-revisit';
import { subAccountLinkState } from '@palier/shared/return-to-list';
import { Link, useLocation } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { Chip } from '@palier/shared/ui';
import { messages } from './sub-accounts.messages';
import styles from './sub-accounts.module.css';

const MAX_FOUND = 10;

/** The accounts below the direct sub-accounts whose names contain the searched term. An admin has none. */
export function AccountsBelow({ term }: { readonly term: string }) {
  const user = useUser();
  const { search } = useLocation();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['accounts-below', user?.id, term],
    queryFn: ({ signal }) => findAccounts(term, signal),
    enabled: term.length >= MIN_FIND_LENGTH && user?.roleName !== 'ROLE_ADMIN',
    meta: { failureLog: 'sub-accounts: accounts below not read' },
  });
  const below = data?.filter(({ path }) => path.length > 1) ?? [];
  if (below.length === 0 && !(isError && !isFetching)) return null;
  return (
    <section className={styles.below} aria-label={messages.below}>
      <h2>{messages.below}</h2>
      {isError && <ReadFailure message={messages.belowUnread} onRetry={refetch} />}
      <ul>
        {below.map(({ id, username, active, path }) => (
          <li key={id}>
            <Link to={`/admin/${id}`} state={subAccountLinkState(search, username)}>
              {username}
            </Link>
            {!active && <Chip tone="negative">{messages.isInactive}</Chip>}
            <span className={styles.path}>{path.slice(1).join(' › ')}</span>
          </li>
        ))}
      </ul>
      {data?.length === MAX_FOUND && <p>{messages.moreBelow}</p>}
    </section>
  );
}
