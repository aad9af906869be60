import type { Role } from '@palier/shared/contracts';
import { findAccounts, MIN_FIND_LENGTH } from '@palier/shared/find-accounts';
import { useQuery } from '@palier/shared/query';
import { Link, useNavigate } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { Amount, Button } from '@palier/shared/ui';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useScreens } from '../remotes';
import { messages } from './command-bar.messages';
import styles from './command-bar.module.css';
import { accountCommands, type Command, parseTyped, screenCommands } from './command-bar.rules';

export interface CommandBarProps {
  readonly view: 'commands' | 'shortcuts';
  readonly onClose: () => void;
}

export function CommandBar({ view, onClose }: CommandBarProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the effects of the field, which takes the focus from the first button.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const title = view === 'commands' ? messages.title : messages.shortcutsTitle;
  // Closing the dialog, unlike removing it, gives the focus back.
  const close = (): void => dialog.current?.close();
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={title} onClose={onClose}>
      <div className={styles.sheet}>
        <div data-row="apart">
          <h2>{title}</h2>
          <Button tone="quiet" isSmall onClick={close}>
            {messages.close}
          </Button>
        </div>
        {view === 'commands' ? <Commands onClose={close} /> : <Shortcuts />}
      </div>
    </dialog>
  );
}

const Shortcuts = () => (
  <dl className={styles.shortcuts}>
    {messages.shortcuts.map(([keys, action]) => (
      <div key={keys}>
        <dt>
          <kbd>{keys}</kbd>
        </dt>
        <dd>{action}</dd>
      </div>
    ))}
  </dl>
);

function Commands({ onClose }: Pick<CommandBarProps, 'onClose'>) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  /** Enter was pressed before the commands for the text had arrived. */
  const isEntered = useRef(false);
  const { commands, isCurrent, hasFailed, retry, searchNow } = useCommands(text);
  const current = Math.min(chosen, commands.length - 1);

  useEffect(() => field.current?.focus(), []);

  function openChosen(): void {
    isEntered.current = false;
    const command = commands[current];
    if (command === undefined) return;
    onClose();
    void navigate(command.to);
  }

  useEffect(() => {
    if (isEntered.current && isCurrent) openChosen();
  });

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      setChosen((current + step + commands.length) % commands.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (isCurrent) return openChosen();
      isEntered.current = true;
      searchNow();
    }
  }

  function status(): string {
    if (text.trim() === '') return messages.hint;
    if (hasFailed) return messages.failed;
    if (!isCurrent) return messages.loading;
    return commands.length === 0 ? messages.none : messages.found(commands.length);
  }

  return (
    <>
      <input
        ref={field}
        role="combobox"
        aria-label={messages.field}
        aria-expanded={commands.length > 0}
        aria-controls="commandes"
        aria-autocomplete="list"
        aria-activedescendant={commands.length > 0 ? `commande-${current}` : undefined}
        placeholder={messages.placeholder}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
          isEntered.current = false;
        }}
      />
      <p className={styles.status} role="status">
        {status()}
      </p>
      {hasFailed && (
        <Button tone="quiet" onClick={retry}>
          {messages.retry}
        </Button>
      )}
      <ul id="commandes" className={styles.commands} role="listbox" aria-label={messages.results}>
        {commands.map(({ to, title, detail, balance }, index) => (
          <li key={to} role="presentation">
            <Link
              to={to}
              id={`commande-${index}`}
              role="option"
              aria-selected={index === current}
              tabIndex={-1}
              className={styles.command}
              ref={index === current ? (item) => item?.scrollIntoView?.({ block: 'nearest' }) : undefined}
              onClick={onClose}
            >
              <span className={styles.name}>
                <span>{title}</span>
                <span className={styles.detail}>{detail}</span>
              </span>
              {balance !== undefined && <Amount value={balance} />}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

const DEBOUNCE_MS = 150;
const FRESH_MS = 10_000;

/**
 * The commands for a text: accounts of the user's subtree, then screens. `searchNow` ends the wait for
 * further keys.
 */
function useCommands(text: string) {
  const described = useScreens() ?? [];
  const user = useUser();
  const { name, amount } = parseTyped(text);
  const [searched, setSearched] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearched(name), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [name]);
  const isSearch = name.length >= MIN_FIND_LENGTH;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['command-bar', user?.id, searched],
    queryFn: ({ signal }) => findAccounts(searched, signal),
    enabled: searched.length >= MIN_FIND_LENGTH,
    staleTime: FRESH_MS,
    // The results stay in place until those of the next text have arrived.
    placeholderData: (before, query) => (query?.queryKey[1] === user?.id ? before : undefined),
    meta: { failureLog: 'command bar: accounts not read' },
  });
  const isCurrent = !isSearch || (searched === name && !isFetching);
  const accounts = isSearch ? accountCommands(data ?? [], amount) : [];
  const screens = screenCommands(described, user?.roleName as Role, text);
  const commands: readonly Command[] = [...screens.named, ...accounts, ...screens.others];
  return {
    commands,
    /** The commands belong to the text as it stands. */
    isCurrent,
    hasFailed: isSearch && isCurrent && isError,
    retry: () => void refetch(),
    searchNow: () => setSearched(name),
  };
}
