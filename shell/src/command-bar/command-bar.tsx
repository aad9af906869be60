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
import { accountCommands, type Command, parseTyped, preselected, screenCommands } from './command-bar.rules';

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
  /** Where the chosen command leads: a later answer may move it in the list, or remove it. */
  const [chosen, setChosen] = useState<string | null>(null);
  /** Enter was pressed before the commands for the text had arrived. */
  const isEntered = useRef(false);
  /** Enter was pressed, and no command was chosen. */
  const [isRefused, setIsRefused] = useState(false);
  const search = useCommands(text);
  const { commands, isCurrent, hasFailed, retry, searchNow } = search;
  const current = chosen === null ? preselected(commands) : commands.find(({ to }) => to === chosen);

  useEffect(() => field.current?.focus(), []);

  function openCurrent(): void {
    isEntered.current = false;
    if (current === undefined) return setIsRefused(true);
    onClose();
    void navigate(current.to);
  }

  useEffect(() => {
    if (isEntered.current && isCurrent) openCurrent();
  });

  function choose(step: number): void {
    const index = current === undefined ? -1 : commands.indexOf(current);
    const from = index === -1 && step < 0 ? 0 : index;
    setChosen(commands[(from + step + commands.length) % commands.length]?.to ?? null);
    setIsRefused(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      choose(step);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (isCurrent) return openCurrent();
      isEntered.current = true;
      searchNow();
    }
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
        aria-activedescendant={current === undefined ? undefined : idOf(commands.indexOf(current))}
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
          setChosen(null);
          isEntered.current = false;
          setIsRefused(false);
        }}
      />
      <p className={styles.status} role="status">
        {statusOf(text, search, isRefused)}
      </p>
      {hasFailed && (
        <Button tone="quiet" onClick={retry}>
          {messages.retry}
        </Button>
      )}
      <CommandList commands={commands} current={current} onClose={onClose} />
    </>
  );
}

const idOf = (index: number): string => `commande-${index}`;

function statusOf(text: string, search: ReturnType<typeof useCommands>, isRefused: boolean): string {
  const { commands, isCurrent, hasFailed } = search;
  if (text.trim() === '') return messages.hint;
  if (hasFailed) return messages.failed;
  if (!isCurrent) return messages.loading;
  if (commands.length === 0) return messages.none;
  const found = messages.found(commands.length);
  return isRefused ? `${found}. ${refusalOf(text)}` : found;
}

function refusalOf(text: string): string {
  const { name, amount } = parseTyped(text);
  return amount === null ? messages.choose : messages.chooseAccount(name);
}

interface CommandListProps {
  readonly commands: readonly Command[];
  /** The command that Enter opens. */
  readonly current: Command | undefined;
  readonly onClose: () => void;
}

const CommandList = ({ commands, current, onClose }: CommandListProps) => (
  <ul id="commandes" className={styles.commands} role="listbox" aria-label={messages.results}>
    {commands.map((command, index) => (
      <li key={command.to} role="presentation">
        <Link
          to={command.to}
          id={idOf(index)}
          role="option"
          aria-selected={command === current}
          tabIndex={-1}
          className={styles.command}
          ref={command === current ? (item) => item?.scrollIntoView?.({ block: 'nearest' }) : undefined}
          onClick={onClose}
        >
          <span className={styles.name}>
            <span>{command.title}</span>
            <span className={styles.detail}>{command.detail}</span>
          </span>
          {command.balance !== undefined && <Amount value={command.balance} />}
        </Link>
      </li>
    ))}
  </ul>
);

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
  const accounts = isSearch ? accountCommands(data ?? [], { name, amount }) : [];
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
