import { Button } from '@palier/shared/ui';
import { useEffect, useRef } from 'react';
import { messages } from './sub-accounts.messages';
import styles from './sub-accounts.module.css';

interface SubAccountsSearchProps {
  readonly term: string;
  readonly onSearch: (text: string) => void;
}

export function SubAccountsSearch({ term, onSearch }: SubAccountsSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const isFocusNew = useRef(false);
  useEffect(() => {
    if (input.current !== null) input.current.value = term;
  }, [term]);
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(input.current?.value ?? '');
      }}
    >
      <input
        ref={input}
        type="search"
        className={styles.searchInput}
        aria-label={messages.searchLabel}
        placeholder={messages.searchLabel}
        autoCapitalize="none"
        autoCorrect="off"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        defaultValue={term}
        onFocus={(event) => {
          isFocusNew.current = true;
          event.currentTarget.select();
        }}
        // On mouse up, Safari would clear the selection.
        onMouseUp={(event) => {
          if (isFocusNew.current) event.preventDefault();
          isFocusNew.current = false;
        }}
      />
      <Button type="submit" tone="quiet">
        {messages.search}
      </Button>
    </form>
  );
}
