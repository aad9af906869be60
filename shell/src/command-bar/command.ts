/** A line of the command bar. */
export interface Command {
  /** Where the command leads. */
  readonly to: string;
  /** State of the history entry that the command opens. */
  readonly state?: unknown;
  readonly title: string;
  readonly detail: string;
  readonly balance?: number | undefined;
  /**
   * The command pays an account that is not the only one that the text names in full: Enter opens it only if
   * the user chose it.
   */
  readonly needsChoice?: boolean;
  /** The text names the account, screen or number in full, and means no other. */
  readonly isNamed?: boolean;
  /** The text may name the account in full. */
  readonly mayBeNamed?: boolean;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** The groups that have commands. */
export const filled = (groups: readonly CommandGroup[]): readonly CommandGroup[] =>
  groups.filter(({ commands }) => commands.length > 0);

/**
 * The command that Enter opens when the user chose none: the one whose name was typed in full, else the first
 * one. Undefined when one of the commands would pay an account whose name was not typed in full.
 */
export function preselected(commands: readonly Command[]): Command | undefined {
  const named = commands.find(({ isNamed }) => isNamed === true);
  if (named !== undefined) return named;
  return commands.some(({ needsChoice }) => needsChoice === true) ? undefined : commands[0];
}
