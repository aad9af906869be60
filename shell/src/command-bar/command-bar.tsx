import { Link, useNavigate } from '@palier/shared/router';
import { Amount, Button } from '@palier/shared/ui';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { messages } from './command-bar.messages';
import styles from './command-bar.module.css';
import { useCommands } from './use-commands';

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
