import { isRefused } from './account-commands';
import { messages } from './command-bar.messages';
import type { CommandSearch } from './use-commands';

/** What the bar says about the text: what it waits for, what it found, or why Enter opened nothing. */
export function statusText(text: string, search: CommandSearch, wasRefused: boolean): string {
  const { groups, isCurrent, hasFailed, typed, isAgent } = search;
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  if (text.trim() === '') {
    const hint = isAgent ? messages.hint : messages.hintOfPlayer;
    return wasRefused ? messages.choose : hint;
  }
  if (hasFailed) return '';
  if (!isCurrent) return messages.loading;
  if (isAgent && typed.amountFault !== null && (isRefused(typed) || typed.amount === null))
    return typed.amountFault;
  if (count === 0) return isAgent ? messages.none : messages.noneForPlayer;
  return wasRefused ? `${messages.found(count)}. ${refusalText(search)}` : messages.found(count);
}

function refusalText({ groups, typed }: CommandSearch): string {
  const accounts = groups.find(({ title }) => title === messages.accounts)?.commands ?? [];
  if (!accounts.some(({ needsChoice }) => needsChoice === true)) return messages.choose;
  const isNamed = accounts.some(({ mayBeNamed }) => mayBeNamed === true);
  return isNamed ? messages.chooseNamed : messages.chooseAccount(typed.name);
}
