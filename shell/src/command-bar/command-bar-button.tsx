import { bus } from '@palier/shared/bus';
import { logIgnored } from '@palier/shared/http';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { Icon } from '../layout/icon';
import { messages } from '../lazy-page/lazy-page.messages';
import styles from '../layout/layout.module.css';
import type { CommandBarProps } from './command-bar';
import { hasOneKeyShortcuts } from './one-key-shortcuts';

const FIELDS = 'input, textarea, select';
/** A letter, a digit, a minus, or the question mark. */
const ONE_KEY = /^[\p{L}\p{N}−?-]$/u;

/** The text after a key; Enter is `\n`. */
function typeKey(text: string, key: string): string {
  if (key === 'Backspace') return text.slice(0, -1);
  return text + (key === 'Enter' ? '\n' : key.slice(key.length > 1 ? key.length : 0));
}

/** Opens the command bar, which is loaded at its first use, and listens to its keys. */
export function CommandBarButton({ label }: { readonly label: string }) {
  const [Bar, setBar] = useState<ComponentType<CommandBarProps> | null>(null);
  const [view, setView] = useState<CommandBarProps['view'] | null>(null);
  /** The keys since the bar was asked for, which belong to its field; null while it is closed. */
  const typed = useRef<string>(null);

  function close(): void {
    typed.current = null;
    setView(null);
  }

  function open(wanted: CommandBarProps['view'], key = ''): void {
    typed.current = key;
    setView(wanted);
    import('./command-bar').then(
      ({ CommandBar }) => setBar(() => CommandBar),
      (error: unknown) => {
        close();
        logIgnored(error, 'command bar not loaded');
        bus.emit('notice/raised', { tone: 'failure', text: messages.unavailable });
      },
    );
  }

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      // Fields and dialogs have their own keys.
      const isOutside =
        !(event.target as Element).closest?.(FIELDS) && document.querySelector('dialog[open]') === null;
      if ((ctrlKey || metaKey) && !altKey && !shiftKey && /^k$/i.test(key)) open('commands');
      else if (ctrlKey || metaKey || altKey || !isOutside) return;
      else if (typed.current !== null) typed.current = typeKey(typed.current, key);
      else if (!ONE_KEY.test(key) || !hasOneKeyShortcuts()) return;
      else if (key === '?') open('shortcuts');
      else open('commands', key);
      event.preventDefault();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <button
        type="button"
        className={styles.iconButton}
        aria-label={label}
        aria-keyshortcuts="Control+K Meta+K"
        title={`${label} (Ctrl K)`}
        onClick={() => open('commands')}
      >
        <Icon name="search" />
      </button>
      {Bar !== null && view !== null && (
        <Bar view={view} readTyped={() => typed.current ?? ''} onClose={close} />
      )}
    </>
  );
}
