import type { FoundAccount } from '@palier/shared/contracts/find';
import { subAccountLinkState } from '@palier/shared/return-to-list';
import type { Command } from './command';
import { messages } from './command-bar.messages';
import type { TransferKind, TypedText } from './typed-text';

/** Names of accounts like the paid one that the form shows. */
const MAX_SIMILAR = 5;
const FORMS: Readonly<Record<TransferKind, string>> = { DEPOSIT: '/refund', WITHDRAWAL: '/withdraw' };

/** The way back from a form is the list with nothing but the account. */
const stateOf = (username: string) =>
  subAccountLinkState(`?username=${encodeURIComponent(username)}`, username);

const isDirect = ({ path }: FoundAccount): boolean => path.length === 1;

/**
 * The commands of accounts, the ones that the text names in full first. With an amount or a kind, a direct
 * sub-account opens its form; with days, its movements or its network. Every other command opens the page of
 * the account.
 */
export function accountCommands(accounts: readonly FoundAccount[], typed: TypedText): Command[] {
  const names = [typed.name, ...typed.otherNames];
  const named = accounts.filter(({ username }) => names.includes(username));
  // « nadia 50 » names two accounts where one of them is `nadia.50`.
  const isOnly = named.length === 1 && named[0]?.username === typed.name;
  const only = isOnly && !typed.hasUnclearDigits && !isRefused(typed) ? named[0] : undefined;
  const rank = (account: FoundAccount): number => {
    if (named.includes(account)) return 0;
    return isPayment(typed) && !isDirect(account) ? 2 : 1;
  };
  return [...accounts]
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((account) => commandsOf(account, typed, accounts).map((command) => ({ ...command, account })))
    .map(({ account, ...command }, index) => ({
      ...command,
      needsChoice: isPayment(typed) && account !== only,
      isNamed: index === 0 && account === only,
      mayBeNamed: named.includes(account),
    }));
}

const isPayment = ({ name, amount, amountFault, kind, period }: TypedText): boolean =>
  name !== '' && period === null && (amount !== null || amountFault !== null || kind !== null);

/** Whether the text would pay an amount that cannot be paid. */
export const isRefused = (typed: TypedText): boolean => isPayment(typed) && typed.amountFault !== null;

function commandsOf(
  account: FoundAccount,
  typed: TypedText,
  found: readonly FoundAccount[],
): readonly Command[] {
  const { id, username, role, active, path, balance } = account;
  const parts = [messages.roles[role], path.slice(1).join(' › '), active ? '' : messages.inactive];
  const common = {
    detail: parts.filter((part) => part !== '').join(' · '),
    balance,
    state: stateOf(username),
  };
  const isOtherReading = typed.otherNames.includes(username);
  if (isPayment(typed) && !isRefused(typed) && isDirect(account) && !isOtherReading) {
    const { kind: typedKind, amount } = typed;
    const kind = typedKind ?? 'DEPOSIT';
    return [
      {
        ...common,
        to: `${FORMS[kind]}/${id}${amount === null ? '' : `?amount=${Number(amount)}`}`,
        title: messages.transfer(kind, amount, username),
        state: { ...common.state, similar: similarNames(account, found) },
      },
    ];
  }
  const ofDays = typed.period === null ? [] : commandsOfDays(account, typed);
  return ofDays.length > 0
    ? ofDays.map((command) => ({ ...common, ...command }))
    : [{ ...common, to: `/admin/${id}`, title: username }];
}

/** Other accounts that the agent may have meant. */
const similarNames = (paid: FoundAccount, found: readonly FoundAccount[]): readonly string[] =>
  found
    .filter((account) => account !== paid && isDirect(account))
    .map(({ username }) => username)
    .slice(0, MAX_SIMILAR);

/** The network of an agent and the movements with a direct sub-account, in the typed days. */
function commandsOfDays(
  account: FoundAccount,
  { period, amount, kind }: TypedText,
): readonly Pick<Command, 'to' | 'title'>[] {
  if (period === null) return [];
  const { id, username, role } = account;
  const { from, to, label } = period;
  const network = {
    to: `/report/network?${new URLSearchParams({ of: String(id), from, to }).toString()}`,
    title: messages.networkOf(username, label),
  };
  const movements = {
    to: `/reportItem/${id}?${selectionParameters({ period, amount, kind }).toString()}`,
    title: messages.movementsOf(username, label),
  };
  const hasNetwork = role !== 'ROLE_CLIENT' && amount === null && kind === null;
  return [...(hasNetwork ? [network] : []), ...(isDirect(account) ? [movements] : [])];
}

/** A selection of a history in its address. */
export function selectionParameters({
  period,
  amount,
  kind,
}: Pick<TypedText, 'period' | 'amount' | 'kind'>): URLSearchParams {
  const parameters = new URLSearchParams();
  if (period !== null) {
    parameters.set('du', period.from);
    parameters.set('au', period.to);
  }
  if (kind !== null) parameters.set('type', kind);
  if (amount !== null) parameters.set('montant', amount.replace('.', ','));
  return parameters;
}
