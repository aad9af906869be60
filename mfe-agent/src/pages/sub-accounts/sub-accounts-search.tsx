import { Button } from '@palier/shared/ui';
import { useEffect, useRef } from 'react';
import { messages } from './sub-accounts.messages';
import styles from './sub-accounts.module.css';
import { ACCOUNT_STATES, type ListState, sortOfUrl, SORTS, stateOfUrl } from './sub-accounts.rules';

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

interface SubAccountsSelectionProps extends Pick<ListState, 'sort' | 'state'> {
  readonly onSelect: (change: Partial<ListState>) => void;
}

/** Order and state of the list, over all its pages. */
export const SubAccountsSelection = ({ sort, state, onSelect }: SubAccountsSelectionProps) => (
  <div className={styles.selection}>
    <Choice
      label={messages.state}
      choices={ACCOUNT_STATES}
      texts={messages.states}
      value={state}
      onChoose={(text) => onSelect({ state: stateOfUrl(text) })}
    />
    <Choice
      label={messages.sort}
      choices={SORTS}
      texts={messages.sorts}
      value={sort}
      onChoose={(text) => onSelect({ sort: sortOfUrl(text) })}
    />
  </div>
);

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Value[];
  readonly texts: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChoose: (text: string) => void;
}

const Choice = <Value extends string>({ label, choices, texts, value, onChoose }: ChoiceProps<Value>) => (
  <label className={styles.choice}>
    <span>{label}</span>
    <select value={value} onChange={(event) => onChoose(event.target.value)}>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {texts[choice]}
        </option>
      ))}
    </select>
  </label>
);
