import { Link, useLocation } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { Button, ErrorBox, Page } from '@palier/shared/ui';
import { memo, Suspense, useEffect, useMemo, useState, type MouseEvent } from 'react';
import { entryKeyOf } from '@palier/shared/url-text';
import { useJackpotSocket } from '../../lib/jackpot-socket/connection';
import { useIsAfterFirstImage } from '../../lib/after-first-image';
import { GameSearch } from '../../lib/lobby/lazy-parts';
import { catalogueOf, catalogueLinkState } from '../../lib/return-to-catalogue';
import { messages } from './catalogue.messages';
import styles from './catalogue.module.css';
import { GridSkeleton } from './game-grid';
import { InfiniteGameGrid } from './infinite-game-grid';
import { JackpotCounters } from './jackpot-counters';
import { LobbySection } from './lobby-section';
import { ProviderButtons } from './provider-buttons';
import { SearchBar } from './search-bar';
import { useCatalogue } from './use-catalogue';

// A letter of the search concerns neither.
const Counters = memo(JackpotCounters);
const Lobby = memo(LobbySection);

interface CataloguePageProps {
  /** Called once the first banner is shown, so that a pressed tile does not wait for the page of a game. */
  readonly preloadGamePage: () => Promise<unknown>;
}

export function CataloguePage({ preloadGamePage }: CataloguePageProps) {
  // Section 6 of docs/spec-coverage.md: only a client launches games.
  const canPlay = useUser()?.roleName === 'ROLE_CLIENT';
  useJackpotSocket();
  const isAfterFirstImage = useIsAfterFirstImage();
  useEffect(() => {
    if (canPlay && isAfterFirstImage) preloadGamePage().catch(() => undefined);
  }, [canPlay, isAfterFirstImage, preloadGamePage]);
  const { providers, provider, chooseProvider, search, games, searchedFor, ...list } = useCatalogue();
  /** What the search over all providers begins with; null while it is closed. */
  const [searchedInAll, setSearchedInAll] = useState<string | null>(null);
  const searchAll = canPlay ? setSearchedInAll : undefined;
  const location = useLocation();
  const isSearching = searchedFor !== '';
  // A search replaces the address in a transition. A tile that is pressed before React has rendered it must
  // keep the place of the list under the same key.
  const entryKey = entryKeyOf(location);
  const linkState = useMemo(
    () => catalogueLinkState({ search: location.search, key: entryKey }),
    [location.search, entryKey],
  );

  return (
    <div lang="en">
      <Page title={messages.title} aside={<PlayerLinks canPlay={canPlay} />}>
        <SearchBar
          search={search}
          foundCount={isSearching && !list.isLoading ? games.length : null}
          onSearch={list.changeSearch}
          onLeave={list.writeSearch}
          onSearchAll={searchAll}
        />
        {canPlay && <Counters />}
        {canPlay && <Lobby linkState={linkState} />}
        <ProviderButtons providers={providers} chosen={provider} onChoose={chooseProvider} />
        {searchedInAll !== null && (
          <Suspense>
            <GameSearch
              initialSearch={searchedInAll}
              linkState={linkState}
              onClose={() => setSearchedInAll(null)}
            />
          </Suspense>
        )}
        {list.isLoading && <GridSkeleton />}
        {!list.isLoading && games.length > 0 && (
          <InfiniteGameGrid
            key={provider}
            provider={provider}
            games={games}
            canPlay={canPlay}
            linkState={linkState}
            isSearching={isSearching}
            entryKey={entryKey}
            restoredKey={catalogueOf(location.state)?.key ?? entryKey}
          />
        )}
        {!list.isLoading && games.length === 0 && (
          <NoGames
            searchedFor={searchedFor}
            isUnavailable={list.isUnavailable}
            onRetry={list.retry}
            onClearSearch={() => list.changeSearch('')}
            onSearchAll={searchAll}
          />
        )}
      </Page>
    </div>
  );
}

/** To the player's requests and own limits, with one touch. */
const PlayerLinks = ({ canPlay }: { readonly canPlay: boolean }) =>
  canPlay && (
    <span lang="fr" className={styles.playerLinks}>
      <Link to="/requests">{messages.requests}</Link>
      <Link to="/protection">{messages.protection}</Link>
    </span>
  );

interface NoGamesProps {
  readonly searchedFor: string;
  readonly isUnavailable: boolean;
  readonly onRetry: () => unknown;
  readonly onClearSearch: () => void;
  /** Opens the search over all providers with the same text. */
  readonly onSearchAll: ((search: string) => void) | undefined;
}

function NoGames({ searchedFor, isUnavailable, onRetry, onClearSearch, onSearchAll }: NoGamesProps) {
  const isSearching = searchedFor !== '';
  return (
    <div className={styles.empty}>
      {isUnavailable && (
        <div lang="fr">
          <ErrorBox message={messages.unavailable} />
        </div>
      )}
      <p role="status">{isSearching && !isUnavailable ? messages.noMatch(searchedFor) : messages.noGames}</p>
      {isUnavailable && (
        <Button
          tone="quiet"
          lang="fr"
          onClick={(event) => {
            focusTitle(event);
            onRetry();
          }}
        >
          {messages.retry}
        </Button>
      )}
      {!isUnavailable && !isSearching && <p lang="fr">{messages.chooseOther}</p>}
      {onSearchAll && (
        <Button lang="fr" onClick={() => onSearchAll(searchedFor)}>
          {isSearching ? messages.searchInAll(searchedFor) : messages.searchAllGames}
        </Button>
      )}
      {isSearching && (
        <Button
          tone="quiet"
          onClick={(event) => {
            focusTitle(event);
            onClearSearch();
          }}
        >
          {messages.clearSearch}
        </Button>
      )}
    </div>
  );
}

/** The pressed button disappears. Focus in the search field would open a phone's keyboard over the list. */
function focusTitle({ currentTarget }: MouseEvent): void {
  currentTarget.closest('section')?.querySelector('h1')?.focus({ preventScroll: true });
}
