import type { Role } from '@palier/shared/contracts';
import { hasManagementRights } from '@palier/shared/contracts';
import { usePlatformDay } from '@palier/shared/dates';
import { useQuery } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { useEffect, useMemo, useState } from 'react';
import { useScreens } from '../remotes';
import { accountCommands } from './account-commands';
import { type CommandGroup, filled } from './command';
import { messages } from './command-bar.messages';
import { gameCommands, recentGameCommands } from './game-commands';
import {
  type Answers,
  lookUp,
  NO_ANSWERS,
  readLastGames,
  readLastMovements,
  readTitles,
  type Wanted,
  wantedFor,
} from './lookups';
import { movementCommand, selectionCommands } from './movement-commands';
import { payeeCommands } from './payee-commands';
import { screenCommands, screensOfDays } from './screen-commands';
import { readTypedText, type TypedText } from './typed-text';

const DEBOUNCE_MS = 150;
const FRESH_MS = 10_000;
const TITLES_FRESH_MS = 10 * 60_000;

const isEmpty = ({ names, number }: Wanted): boolean => names.length === 0 && number === null;

/** The answers for a text, asked once the user stops typing, or at once by `searchNow`. */
function useAnswers(wanted: Wanted) {
  const user = useUser();
  const wantedKey = JSON.stringify(wanted);
  const [searchedKey, setSearchedKey] = useState(wantedKey);
  useEffect(() => {
    const timer = setTimeout(() => setSearchedKey(wantedKey), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wantedKey]);
  const searched = useMemo(() => JSON.parse(searchedKey) as Wanted, [searchedKey]);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['command-bar', user?.id, searchedKey],
    queryFn: ({ signal }) => lookUp(searched, signal),
    enabled: !isEmpty(searched),
    staleTime: FRESH_MS,
    // The results stay in place until those of the next text have arrived.
    placeholderData: (before, query) => (query?.queryKey[1] === user?.id ? before : undefined),
    meta: { failureLog: 'command bar: not searched' },
  });
  const isSearch = !isEmpty(wanted);
  const isCurrent = !isSearch || (searchedKey === wantedKey && !isFetching);
  return {
    answers: isSearch ? (data ?? NO_ANSWERS) : NO_ANSWERS,
    isCurrent,
    hasFailed: isSearch && isCurrent && isError,
    retry: () => void refetch(),
    searchNow: () => setSearchedKey(wantedKey),
  };
}

/** What the bar shows before the user types: an agent's last payees, a player's last games. */
function useRecent(isAgent: boolean): CommandGroup {
  const userId = useUser()?.id;
  const movements = useQuery({
    queryKey: ['command-bar-payees', userId],
    queryFn: ({ signal }) => readLastMovements(signal),
    enabled: isAgent,
    staleTime: FRESH_MS,
    meta: { failureLog: 'command bar: last payees not read' },
  });
  const games = useQuery({
    queryKey: ['command-bar-games', userId],
    queryFn: ({ signal }) => readLastGames(signal),
    enabled: !isAgent,
    staleTime: FRESH_MS,
    meta: { failureLog: 'command bar: last games not read' },
  });
  return isAgent
    ? { title: messages.accounts, commands: payeeCommands(movements.data ?? []) }
    : { title: messages.games, commands: recentGameCommands(games.data ?? []) };
}

/** The titles of all games, loaded when the bar of a player opens. */
function useTitles(isEnabled: boolean) {
  // The key of the lobby's search, so that the titles are loaded once.
  return useQuery({
    queryKey: ['casino', 'titles'],
    queryFn: ({ signal }) => readTitles(signal),
    enabled: isEnabled,
    staleTime: TITLES_FRESH_MS,
    gcTime: TITLES_FRESH_MS,
    meta: { failureLog: 'command bar: titles not read' },
  });
}

function foundGroups(
  typed: TypedText,
  { accounts, movement, round }: Answers,
  user: { readonly username: string | undefined; readonly role: Role },
): readonly CommandGroup[] {
  const { number } = typed;
  return [
    { title: messages.accounts, commands: accountCommands(accounts, typed) },
    {
      title: messages.movementsGroup,
      commands: [...selectionCommands(typed, user.role), ...movementCommand(movement, user.username)],
    },
    {
      title: messages.rounds,
      commands:
        round === null || number === null
          ? []
          : [
              {
                to: `/round/${number}`,
                title: messages.round(number),
                detail: `${round.gameTitle ?? round.gameCode} · ${round.player.username}`,
                isNamed: true,
              },
            ],
    },
  ];
}

/**
 * The commands for a text, in groups: an agent's accounts or a player's games, movements, rounds, screens.
 */
export function useCommands(text: string) {
  const described = useScreens() ?? [];
  const user = useUser();
  const role = user?.roleName ?? 'ROLE_CLIENT';
  const isAgent = hasManagementRights(role);
  const typed = readTypedText(text, usePlatformDay());
  const { answers, ...search } = useAnswers(wantedFor(typed, isAgent));
  const recent = useRecent(isAgent);
  const isStart = text.trim() === '';
  const titles = useTitles(!isAgent);
  const games = useMemo(
    () => (isAgent || isStart ? [] : gameCommands(titles.data ?? [], text)),
    [isAgent, isStart, titles.data, text],
  );
  const screens = {
    title: messages.screens,
    commands: [...screensOfDays(described, role, typed), ...screenCommands(described, role, text)],
  };
  const groups = isStart
    ? [recent, screens]
    : [
        { title: messages.games, commands: games },
        ...foundGroups(typed, answers, { username: user?.username, role }),
        screens,
      ];
  return {
    ...search,
    /** The commands belong to the text as it stands. */
    isCurrent: search.isCurrent && (isAgent || isStart || !titles.isPending),
    hasFailed: search.hasFailed || (!isAgent && !isStart && titles.isError),
    retry: () => {
      search.retry();
      if (titles.isError) void titles.refetch();
    },
    typed,
    isAgent,
    groups: filled(groups),
  };
}

export type CommandSearch = ReturnType<typeof useCommands>;
