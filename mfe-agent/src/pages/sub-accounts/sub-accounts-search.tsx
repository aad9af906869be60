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
  const isEntered = useRef(false);
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
        // The next name is typed over the last one.
        onFocus={(event) => {
          isEntered.current = true;
          event.currentTarget.select();
        }}
        // Safari puts the caret where the button is let go, and selects nothing any more.
        onMouseUp={(event) => {
          if (isEntered.current) event.preventDefault();
          isEntered.current = false;
        }}
      />
      <Button type="submit" tone="quiet">
        {messages.search}
      </Button>
    </form>
  );
}
