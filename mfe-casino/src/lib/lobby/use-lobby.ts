import type { GameTitle, Lobby } from '@palier/shared/contracts/lobby';
import { lobbyStorageKey } from '@palier/shared/first-screen';
import { http } from '@palier/shared/http';
import { lobbyAnswer } from './answers';
import { useQuery, useQueryClient, type QueryClient } from '@palier/shared/query';
import { currentUser, useUser, writeStored } from '@palier/shared/session';

const NO_GAMES: Lobby = { recent: [], favourites: [] };
const FRESH_MS = 60_000;
const queryKey = (userId: number | undefined) => ['casino', 'lobby', userId];

/** For the first paint of the next visit (lobby-section.tsx); nothing for a lobby without games. */
function remember(userId: number | undefined, lobby: Lobby): void {
  const isEmpty = lobby.recent.length + lobby.favourites.length === 0;
  if (userId !== undefined)
    writeStored('localStorage', lobbyStorageKey(userId), isEmpty ? null : JSON.stringify(lobby));
}

/** The lobby that `remember` has stored. */
export function rememberedLobby(stored: string | null): Lobby {
  try {
    // Throws where a version of the page before has stored another shape.
    return lobbyAnswer.parse(JSON.parse(stored ?? ''));
  } catch {
    return NO_GAMES;
  }
}

/** The player's last games and favourites. */
export function useLobby(enabled = true): Lobby {
  const userId = useUser()?.id;
  const { data } = useQuery({
    queryKey: queryKey(userId),
    queryFn: async ({ signal }) => {
      const lobby = await http.get('/casino/lobby', lobbyAnswer, { quiet: true, signal });
      remember(userId, lobby);
      return lobby;
    },
    staleTime: FRESH_MS,
    enabled: enabled && userId !== undefined,
    meta: { failureLog: 'lobby not read' },
  });
  return data ?? NO_GAMES;
}

/** Reads the lobby again: a launch has changed it. */
export function useLobbyRefresh(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: ['casino', 'lobby'] });
}

/** Writes a favourite into the cache before the server has answered. */
export function setFavourite(cache: QueryClient, game: GameTitle, isFavourite: boolean): void {
  const userId = currentUser()?.id;
  const before = cache.getQueryData<Lobby>(queryKey(userId)) ?? NO_GAMES;
  const others = before.favourites.filter((each) => !isSameGame(each, game));
  const lobby = { ...before, favourites: isFavourite ? [game, ...others] : others };
  cache.setQueryData<Lobby>(queryKey(userId), lobby);
  remember(userId, lobby);
}

type GameKey = Pick<GameTitle, 'providerCode' | 'gameCode'>;

export const isSameGame = (one: GameKey, other: GameKey): boolean =>
  one.providerCode === other.providerCode && one.gameCode === other.gameCode;
