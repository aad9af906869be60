import { http } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useLocation } from '@palier/shared/router';
import { ButtonLink } from '@palier/shared/ui';
import { titlesAnswer } from './answers';
import { GameStrip } from './game-strip';
import { messages } from './lobby.messages';
import styles from './lobby.module.css';

const FRESH_MS = 10 * 60_000;

interface RelatedGamesProps {
  readonly providerCode: string;
  readonly gameCode: string;
}

/** Games that are near to the one above, and the way to the player's own rounds. */
export function RelatedGames({ providerCode, gameCode }: RelatedGamesProps) {
  // The chosen game takes the place of this one in the history, with its way back.
  const { state } = useLocation() as { readonly state: unknown };
  const { data: games = [] } = useQuery({
    queryKey: ['casino', 'related', providerCode, gameCode],
    queryFn: async ({ signal }) => {
      const path = [providerCode, gameCode].map(encodeURIComponent).join('/');
      return (await http.get(`/casino/related/${path}`, titlesAnswer, { quiet: true, signal })).titles;
    },
    staleTime: FRESH_MS,
    meta: { failureLog: 'related games not read' },
  });
  return (
    <section className={styles.related} aria-label={messages.related} lang="fr" data-screen-only>
      <div className={styles.relatedHead}>
        <h2>{messages.related}</h2>
        <ButtonLink to="/history/rounds" isSmall>
          {messages.ownRounds}
        </ButtonLink>
      </div>
      {games.length > 0 && <GameStrip games={games} linkState={state} replaces />}
    </section>
  );
}
