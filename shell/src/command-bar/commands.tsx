import { Button, ErrorBox } from '@palier/shared/ui';
import { useState } from 'react';
import { messages } from './command-bar.messages';
import styles from './command-bar.module.css';
import { CommandList, idOf, LIST_ID } from './command-list';
import { statusText } from './status-text';
import { useChoice } from './use-choice';
import { useCommands } from './use-commands';

interface CommandsProps {
  /** What was typed before the bar had loaded. */
  readonly typedAtStart: string;
  readonly isEnteredAtStart: boolean;
  readonly onClose: () => void;
}

/** The field and the commands that it finds. */
export function Commands({ typedAtStart, isEnteredAtStart, onClose }: CommandsProps) {
  const [text, setText] = useState(typedAtStart);
  const search = useCommands(text);
  const { current, wasRefused, onKeyDown, forget } = useChoice(text, search, isEnteredAtStart, onClose);
  const { groups, hasFailed, retry, isAgent } = search;
  const commands = groups.flatMap((group) => group.commands);
  return (
    <>
      <input
        role="combobox"
        aria-label={isAgent ? messages.field : messages.fieldOfPlayer}
        aria-expanded={commands.length > 0}
        aria-controls={LIST_ID}
        aria-autocomplete="list"
        aria-activedescendant={current === undefined ? undefined : idOf(commands.indexOf(current))}
        placeholder={isAgent ? messages.placeholder : messages.placeholderOfPlayer}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          forget();
        }}
      />
      {hasFailed && (
        <>
          <ErrorBox message={messages.failed} />
          <Button tone="quiet" onClick={retry}>
            {messages.retry}
          </Button>
        </>
      )}
      <p className={styles.status} role="status">
        {statusText(text, search, wasRefused)}
      </p>
      <CommandList groups={groups} current={current} onClose={onClose} />
    </>
  );
}
