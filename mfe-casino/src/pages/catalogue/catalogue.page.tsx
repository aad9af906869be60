import { useLocation } from '@palier/shared/router';
import { Button, Page } from '@palier/shared/ui';
import { useMemo, type MouseEvent, type ReactNode } from 'react';
import { leavingCatalogue, placeToReturnTo } from '../../lib/catalogue-return';
import { messages } from './catalogue.messages';
import styles from './catalogue.module.css';
import { GridSkeleton } from './game-grid';
import { ProviderButtons } from './provider-buttons';
import { SearchBar } from './search-bar';
import { UnrollingGrid } from './infinite-game-grid';
import { useCatalogue } from './use-catalogue';

interface CataloguePageProps {
  /** Spec §6: a client is the only one who launches games. */
  readonly canPlay: boolean;
  readonly banner: ReactNode;
}

export function CataloguePage({ canPlay, banner }: CataloguePageProps) {
  const { providers, provider, chooseProvider, search, changeSearch, games, searchedFor, ...list } =
    useCatalogue();
  const location = useLocation();
  const isSearching = searchedFor !== '';
  const linkState = useMemo(
    () => leavingCatalogue({ search: location.search, key: location.key }),
    [location.search, location.key],
  );

  return (
    <div lang="en">
      <Page title={messages.title}>
        {banner}
        <ProviderButtons providers={providers} chosen={provider} onChoose={chooseProvider} />
        <SearchBar
          search={search}
          foundCount={isSearching && !list.isLoading ? games.length : null}
          onSearch={changeSearch}
        />
        {list.isLoading ? (
          <GridSkeleton />
        ) : games.length > 0 ? (
          <UnrollingGrid
            key={`${provider} ${isSearching}`}
            {...{ provider, games, canPlay, linkState, isSearching }}
            placeKey={location.key}
            restoredKey={placeToReturnTo(location.state)?.key ?? location.key}
          />
        ) : (
          <div className={styles.empty} role="status">
            <p>{isSearching && !list.isUnavailable ? messages.noMatch(searchedFor) : messages.noGames}</p>
            {list.isUnavailable && <p lang="fr">{messages.unavailable}</p>}
            {isSearching && (
              <Button
                tone="quiet"
                onClick={(event) => {
                  focusTitle(event);
                  changeSearch('');
                }}
              >
                {messages.clearSearch}
              </Button>
            )}
          </div>
        )}
      </Page>
    </div>
  );
}

/** A button that goes with what it does leaves the focus to the page's title: the search field would open a phone's keyboard over the list. */
function focusTitle({ currentTarget }: MouseEvent): void {
  currentTarget.closest('section')?.querySelector('h1')?.focus({ preventScroll: true });
}
