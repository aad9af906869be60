import { bus } from '@palier/shared/bus';
import { logIgnored } from '@palier/shared/http';
import { useEffect, useState, type ComponentType } from 'react';
import { Icon } from '../layout/icon';
import { messages } from '../lazy-page/lazy-page.messages';
import styles from '../layout/layout.module.css';
import type { CommandBarProps } from './command-bar';

const FIELDS = 'input, textarea, select';

/** Opens the command bar, which is loaded at its first use, and listens to its keys. */
export function CommandBarButton() {
  const [Bar, setBar] = useState<ComponentType<CommandBarProps> | null>(null);
  const [view, setView] = useState<CommandBarProps['view'] | null>(null);

  function open(wanted: CommandBarProps['view']): void {
    setView(wanted);
    import('./command-bar').then(
      ({ CommandBar }) => setBar(() => CommandBar),
      (error: unknown) => {
        logIgnored(error, 'command bar not loaded');
        bus.emit('notice/raised', { tone: 'failure', text: messages.unavailable });
      },
    );
  }

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const hasModifier = event.ctrlKey || event.metaKey;
      if (hasModifier && !event.shiftKey && !event.altKey && /^k$/i.test(event.key)) {
        event.preventDefault();
        open('commands');
      } else if (event.key === '?' && !hasModifier && !(event.target as Element).closest(FIELDS)) {
        open('shortcuts');
      }
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <button
        type="button"
        className={styles.iconButton}
        aria-label="Trouver un compte ou un écran"
        aria-keyshortcuts="Control+K Meta+K"
        title="Trouver un compte ou un écran (Ctrl K)"
        onClick={() => open('commands')}
      >
        <Icon name="search" />
      </button>
      {Bar !== null && view !== null && <Bar view={view} onClose={() => setView(null)} />}
    </>
  );
}
