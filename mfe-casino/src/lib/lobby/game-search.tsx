import type { GameTitle } from '@palier/shared/contracts/lobby';
import { http } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { Button, ErrorBox } from '@palier/shared/ui';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { titlesAnswer } from './answers';
import { factsOfGame } from './facts-of-game';
import { GameLink } from './game-link';
import { messages } from './lobby.messages';
import styles from './lobby.module.css';
import { createTitleSearch, type TitleFilter } from '@palier/shared/search-titles';
import { useLobby } from './use-lobby';

const FRESH_MS = 10 * 60_000;
const MAX_SHOWN = 60;
const RETURNS = [95, 96, 97];

interface GameSearchProps {
  readonly initialSearch: string;
  readonly linkState: unknown;
  readonly onClose: () => void;
}

const NO_FILTERS: TitleFilter = {};

function useTitles() {
  return useQuery({
    queryKey: ['casino', 'titles'],
    queryFn: async ({ signal }) =>
      (await http.get('/casino/titles', titlesAnswer, { quiet: true, signal })).titles,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    meta: { failureLog: 'titles not fetched' },
  });
}

/**
 * A search over the titles of all providers. The titles are loaded once, so that no key waits for the
 * network.
 */
export function GameSearch({ initialSearch, linkState, onClose }: GameSearchProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState(initialSearch);
  const [filters, setFilters] = useState(NO_FILTERS);
  const { recent } = useLobby();
  const titles = useTitles();
  const find = useMemo(() => createTitleSearch(titles.data ?? []), [titles.data]);
  const searchedFor = useDeferredValue(search.trim());
  const isEmpty = searchedFor === '' && filters.kind === undefined && filters.leastReturn === undefined;
  const found = useMemo(() => find(searchedFor, filters), [find, searchedFor, filters]);
  const shown = isEmpty ? recent : found.slice(0, MAX_SHOWN);

  useEffect(() => {
    dialog.current?.showModal?.();
    field.current?.focus();
  }, []);

  function status(): string {
    if (isEmpty) return recent.length > 0 ? messages.lastPlayed : messages.hint;
    if (titles.isPending) return messages.loading;
    if (titles.data === undefined) return '';
    return found.length === 0 ? messages.none : messages.found(found.length);
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      lang="fr"
      aria-label={messages.searchTitle}
      onClose={onClose}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2>{messages.searchTitle}</h2>
          <Button tone="quiet" isSmall onClick={() => dialog.current?.close()}>
            {messages.close}
          </Button>
        </div>
        <input
          type="search"
          className={styles.field}
          ref={field}
          autoComplete="off"
          enterKeyHint="search"
          placeholder={messages.searchField}
          aria-label={messages.searchField}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <FilterFields filters={filters} onChange={setFilters} />
        {!isEmpty && titles.isError && <TitlesFailure onRetry={titles.refetch} />}
        <p className={styles.status} role="status">
          {status()}
        </p>
        <ul className={styles.results} data-testid="all-games">
          {shown.map((game) => (
            <li key={`${game.providerCode}/${game.gameCode}`} className={styles.result}>
              <GameLink game={game} linkState={linkState}>
                <span className={styles.facts}>{factsOfGame(game)}</span>
              </GameLink>
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  );
}

const TitlesFailure = ({ onRetry }: { readonly onRetry: () => unknown }) => (
  <>
    <ErrorBox message={messages.failed} />
    <div>
      <Button tone="quiet" onClick={() => void onRetry()}>
        {messages.retry}
      </Button>
    </div>
  </>
);

interface FilterFieldsProps {
  readonly filters: TitleFilter;
  readonly onChange: (filters: TitleFilter) => void;
}

function FilterFields({ filters, onChange }: FilterFieldsProps) {
  return (
    <div className={styles.filters}>
      <label>
        {messages.kind}
        <select
          className={styles.field}
          value={filters.kind ?? ''}
          onChange={({ target: { value } }) =>
            onChange({ ...filters, kind: value === '' ? undefined : (value as GameTitle['kind']) })
          }
        >
          <option value="">{messages.everyKind}</option>
          <option value="slot">{messages.slot}</option>
          <option value="crash">{messages.crash}</option>
        </select>
      </label>
      <label>
        {messages.returnFrom}
        <select
          className={styles.field}
          value={filters.leastReturn ?? ''}
          onChange={({ target: { value } }) =>
            onChange({ ...filters, leastReturn: value === '' ? undefined : Number(value) })
          }
        >
          <option value="">{messages.anyReturn}</option>
          {RETURNS.map((percent) => (
            <option key={percent} value={percent}>
              {messages.atLeast(percent)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
