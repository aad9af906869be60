import type { Role } from '@palier/shared/contracts';
import type { FoundAccount } from '@palier/shared/contracts/find';
import { mayOpen, type Screen } from '@palier/shared/contracts/screens';
import { foldText } from '@palier/shared/fold-text';
import { isWhole, readAmount } from '@palier/shared/money/read-amount';
import { navLinks } from '../layout/nav-links';
import { messages } from './command-bar.messages';

export interface Command {
  /** Where the command leads. */
  readonly to: string;
  readonly title: string;
  readonly detail: string;
  readonly balance?: number | undefined;
  /**
   * An amount was typed with a name that is not this account's whole name: Enter opens the command only if
   * the user chose it.
   */
  readonly needsChoice?: boolean;
}

interface Typed {
  readonly name: string;
  /** In TND, for a deposit; the form checks it against the balances. */
  readonly amount: number | null;
}

/** The deposit form takes no larger amount from an address. */
const MAX_AMOUNT = 9_999_999_999;

/** Splits a typed text into a name, which has no spaces, and the whole amount that may follow it. */
export function parseTyped(text: string): Typed {
  const [, name, typedAmount = ''] = /^(\S+)\s+(.+)$/.exec(text.trim()) ?? [];
  const { decimal } = readAmount(typedAmount);
  const amount = decimal !== null && isWhole(decimal) ? Number(decimal) : 0;
  return name !== undefined && amount > 0 && amount <= MAX_AMOUNT
    ? { name, amount }
    : { name: text.trim(), amount: null };
}

function screensOf(
  described: readonly Screen[],
  role: Role,
): readonly (readonly [to: string, title: string])[] {
  const entries = navLinks(described, role);
  const others = described.filter(
    (screen) =>
      mayOpen(screen, role) &&
      !screen.isRouteOnly &&
      // An address with a parameter is not known here.
      !screen.path.includes(':') &&
      !entries.some(({ path }) => path === screen.path),
  );
  return [
    ...entries.map(({ path, menu }) => [path, menu.text] as const),
    ...others.map(({ path, title }) => [path, title] as const),
    ['/settings/journal', messages.journal],
  ];
}

/**
 * The screens of the role whose names contain the text, all of them without a text; `named` has the one that
 * is named in full.
 */
export function screenCommands(
  described: readonly Screen[],
  role: Role,
  text: string,
): { named: Command[]; others: Command[] } {
  const wanted = foldText(text.trim());
  const commands = screensOf(described, role)
    .filter(([, title]) => foldText(title).includes(wanted))
    .map(([to, title]) => ({ to, title, detail: messages.screen }));
  const isNamed = ({ title }: Command): boolean => foldText(title) === wanted;
  return { named: commands.filter(isNamed), others: commands.filter((command) => !isNamed(command)) };
}

/**
 * The command that Enter opens if the user chose none: the first one, unless an account that nobody named
 * would be paid.
 */
export function preselected(commands: readonly Command[]): Command | undefined {
  const [first] = commands;
  return first?.needsChoice === true ? undefined : first;
}

/** Usernames are stored in lower case; the server compares in the same form. */
const isNamedInFull = (username: string, name: string): boolean =>
  name.normalize('NFKC').toLowerCase() === username;

/**
 * The commands of accounts. If the user typed an amount, the account with exactly that name comes first, then
 * the direct sub-accounts, whose commands open the deposit form with the amount. Every other command opens
 * the page of the account.
 */
export function accountCommands(accounts: readonly FoundAccount[], { name, amount }: Typed): Command[] {
  const rank = ({ username, path }: FoundAccount): number => {
    if (amount === null) return 0;
    if (isNamedInFull(username, name)) return 0;
    return path.length === 1 ? 1 : 2;
  };
  return [...accounts]
    .sort((one, other) => rank(one) - rank(other))
    .map((account) => {
      const { id, username, role, active, path, balance } = account;
      const parts = [messages.roles[role], path.slice(1).join(' › '), active ? '' : messages.inactive];
      const isDeposit = amount !== null && path.length === 1;
      return {
        to: isDeposit ? `/refund/${id}?amount=${amount}` : `/admin/${id}`,
        title: isDeposit ? messages.deposit(amount, username) : username,
        detail: parts.filter((part) => part !== '').join(' · '),
        balance,
        needsChoice: amount !== null && !isNamedInFull(username, name),
      };
    });
}
