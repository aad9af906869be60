import { bus } from '@palier/shared/bus';
import type { GameTitle } from '@palier/shared/contracts/lobby';
import { firstError, http, noContent } from '@palier/shared/http';
import { useMutation, useQueryClient } from '@palier/shared/query';
import { messages } from './lobby.messages';
import styles from './lobby.module.css';
import { isSameGame, setFavourite, useLobby } from './use-lobby';

/**
 * Adds the game to the favourites or removes it. Shows the result at once and returns to the former state
 * when the call fails.
 */
export function FavouriteButton({ game }: { readonly game: GameTitle }) {
  const isFavourite = useLobby().favourites.some((each) => isSameGame(each, game));
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: (next: boolean) =>
      http.send(
        next ? 'PUT' : 'DELETE',
        `/casino/favourites/${[game.providerCode, game.gameCode].map(encodeURIComponent).join('/')}`,
        noContent,
        { quiet: true },
      ),
    onMutate: (next) => setFavourite(cache, game, next),
    onError: (error, next) => {
      setFavourite(cache, game, !next);
      bus.emit('notice/raised', { tone: 'failure', text: firstError(error, messages.favouriteFailed) });
    },
  });
  return (
    <button
      type="button"
      lang="fr"
      className={styles.heart}
      data-screen-only
      aria-pressed={isFavourite}
      aria-label={(isFavourite ? messages.removeFavourite : messages.addFavourite)(game.title)}
      onClick={() => change.mutate(!isFavourite)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 20.5 4.2 12.7a4.9 4.9 0 0 1 7-7l.8.9.8-.9a4.9 4.9 0 0 1 7 7z" />
      </svg>
    </button>
  );
}
