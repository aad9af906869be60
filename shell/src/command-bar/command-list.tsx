import { Link } from '@palier/shared/router';
import { Amount } from '@palier/shared/ui';
import type { Command, CommandGroup } from './command';
import { messages } from './command-bar.messages';
import styles from './command-bar.module.css';

export const LIST_ID = 'commandes';
export const idOf = (index: number): string => `commande-${index}`;
/** The lines that the keys Alt 1 to Alt 9 open. */
export const KEYED_LINES = 9;

interface CommandListProps {
  readonly groups: readonly CommandGroup[];
  /** The command that Enter opens. */
  readonly current: Command | undefined;
  readonly onClose: () => void;
}

/** The commands in their groups, each with the key that opens it. */
export function CommandList({ groups, current, onClose }: CommandListProps) {
  const commands = groups.flatMap((group) => group.commands);
  return (
    <div id={LIST_ID} className={styles.commands} role="listbox" aria-label={messages.results}>
      {groups.map((group) => (
        <ul key={group.title} role="group" aria-label={group.title}>
          <li role="presentation" className={styles.group} aria-hidden="true">
            {group.title}
          </li>
          {group.commands.map((command) => (
            <li key={command.to} role="presentation">
              <CommandLine
                command={command}
                index={commands.indexOf(command)}
                isCurrent={command === current}
                onClose={onClose}
              />
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}

interface CommandLineProps {
  readonly command: Command;
  readonly index: number;
  readonly isCurrent: boolean;
  readonly onClose: () => void;
}

function CommandLine({ command, index, isCurrent, onClose }: CommandLineProps) {
  const { to, state, title, detail, balance } = command;
  const hasKey = index < KEYED_LINES;
  const key = hasKey ? messages.lineKey(index + 1) : '';
  return (
    <Link
      to={to}
      state={state}
      id={idOf(index)}
      role="option"
      aria-selected={isCurrent}
      aria-keyshortcuts={hasKey ? `Alt+${index + 1}` : undefined}
      tabIndex={-1}
      className={styles.command}
      ref={isCurrent ? (item) => item?.scrollIntoView?.({ block: 'nearest' }) : undefined}
      onClick={onClose}
    >
      <span className={styles.name}>
        <span>{title}</span>
        {detail !== '' && <span className={styles.detail}>{detail}</span>}
      </span>
      {balance !== undefined && <Amount value={balance} />}
      <kbd className={styles.key} aria-hidden="true">
        {isCurrent ? messages.enterKey : key}
      </kbd>
    </Link>
  );
}
