import type { Role } from '@palier/shared/contracts';
import { findAccounts, MIN_FIND_LENGTH } from '@palier/shared/find-accounts';
import { useQuery } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { useEffect, useState } from 'react';
import { useScreens } from '../remotes';
import { accountCommands, parseTyped, screenCommands, type Command } from './command-bar.rules';

const DEBOUNCE_MS = 150;
const FRESH_MS = 10_000;

/** The commands for a text: accounts of the user's subtree, then screens. `searchNow` ends the wait for further keys. */
export function useCommands(text: string) {
  const described = useScreens() ?? [];
  const user = useUser();
  const { name, amount } = parseTyped(text);
  const [searched, setSearched] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearched(name), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [name]);
  const isSearch = name.length >= MIN_FIND_LENGTH;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['command-bar', user?.id, searched],
    queryFn: ({ signal }) => findAccounts(searched, signal),
    enabled: searched.length >= MIN_FIND_LENGTH,
    staleTime: FRESH_MS,
    // The results stay in place until those of the next text have arrived.
    placeholderData: (before, query) => (query?.queryKey[1] === user?.id ? before : undefined),
    meta: { failureLog: 'command bar: accounts not read' },
  });
  const isCurrent = !isSearch || (searched === name && !isFetching);
  const accounts = isSearch ? accountCommands(data ?? [], amount) : [];
  const screens = screenCommands(described, user?.roleName as Role, text);
  const commands: readonly Command[] = [...screens.named, ...accounts, ...screens.others];
  return {
    commands,
    /** The commands belong to the text as it stands. */
    isCurrent,
    hasFailed: isSearch && isCurrent && isError,
    retry: () => void refetch(),
    searchNow: () => setSearched(name),
  };
}
