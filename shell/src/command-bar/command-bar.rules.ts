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
 * The commands of accounts. If the user typed an amount, the command of a direct sub-account opens the
 * deposit form with that amount, and these come first. Every other command opens the page of the account.
 */
export function accountCommands(accounts: readonly FoundAccount[], amount: number | null): Command[] {
  const isPayable = ({ path }: FoundAccount): boolean => amount !== null && path.length === 1;
  const payable = accounts.filter(isPayable);
  return [...payable, ...accounts.filter((account) => !isPayable(account))].map((account) => {
    const { id, username, role, active, path, balance } = account;
    const parts = [messages.roles[role], path.slice(1).join(' › '), active ? '' : messages.inactive];
    const detail = parts.filter((part) => part !== '').join(' · ');
    return amount !== null && isPayable(account)
      ? { to: `/refund/${id}?amount=${amount}`, title: messages.deposit(amount, username), detail, balance }
      : { to: `/admin/${id}`, title: username, detail, balance };
  });
}
