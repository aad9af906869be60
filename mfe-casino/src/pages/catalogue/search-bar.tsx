import { Button } from '@palier/shared/ui';
import { messages } from './catalogue.messages';
import styles from './catalogue.module.css';

interface SearchBarProps {
  readonly search: string;
  readonly foundCount: number | null;
  readonly onSearch: (text: string) => void;
  readonly onLeave: () => void;
  /** Opens the search over all providers. */
  readonly onSearchAll: ((search: string) => void) | undefined;
}

export const SearchBar = ({ search, foundCount, onSearch, onLeave, onSearchAll }: SearchBarProps) => (
  <div className={styles.searchBar} role="search" data-screen-only>
    <svg className={styles.searchIcon} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="11" cy="11" r="7" />
      <path d="m20 20-4-4" />
    </svg>
    <input
      type="search"
      className={styles.search}
      placeholder={messages.search}
      aria-label={messages.search}
      autoComplete="off"
      enterKeyHint="search"
      value={search}
      onChange={(event) => onSearch(event.target.value)}
      onBlur={onLeave}
    />
    <p className={styles.found} role="status">
      {foundCount !== null && messages.found(foundCount)}
    </p>
    {onSearchAll && (
      <span className={styles.searchAll} lang="fr">
        <Button tone="quiet" isSmall onClick={() => onSearchAll('')}>
          {messages.searchAll}
        </Button>
      </span>
    )}
  </div>
);
