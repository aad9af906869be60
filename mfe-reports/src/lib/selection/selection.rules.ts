import { isDay } from '@palier/shared/dates';
import { useSearchParams } from '@palier/shared/router';
import { ambiguousAmount, readAmount } from '@palier/shared/money/read-amount';
import { formatDay, formatShortPeriod } from '@palier/shared/french-dates';
import { presetOf } from '../period-form/period.rules';
import { typeLabel } from '../transaction-type';
import { messages } from './selection.messages';

/** The conditions for a movement to be listed; an empty text is no condition. Amounts as typed. */
export interface Selection {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly amount: string;
  readonly amountFrom: string;
  readonly amountTo: string;
  readonly account: string;
  readonly number: string;
}

/** The parameters of the address. `from` and `to` of the address belong to reports. */
export const PARAMETERS: Readonly<Record<keyof Selection, string>> = {
  from: 'du',
  to: 'au',
  kind: 'type',
  amount: 'montant',
  amountFrom: 'min',
  amountTo: 'max',
  account: 'compte',
  number: 'numero',
};
export const CONDITIONS = Object.keys(PARAMETERS) as (keyof Selection)[];

export function selectionOf(params: URLSearchParams): Selection {
  const entries = CONDITIONS.map((name) => [name, (params.get(PARAMETERS[name]) ?? '').trim()]);
  return Object.fromEntries(entries) as Selection;
}

/** `params` with another selection, on its first page. */
export function withSelection(params: URLSearchParams, selection: Selection): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('page');
  for (const name of CONDITIONS) {
    next.delete(PARAMETERS[name]);
    if (selection[name] !== '') next.set(PARAMETERS[name], selection[name]);
  }
  return next;
}

/** "1 250,50" as 1250.50. A text that is not an amount is sent as it is, and the server refuses it. */
const amountOf = (typed: string): string | undefined =>
  typed === '' ? undefined : (readAmount(typed).decimal ?? typed);

const AMOUNTS = ['amount', 'amountFrom', 'amountTo'] as const;

const NUMBER_SIGN = /^n°\s*/i;

export interface SelectionFault {
  readonly field: keyof Selection;
  readonly text: string;
}

/** Why the first condition that cannot be searched for cannot, null if all can. */
export function selectionFault(selection: Selection): SelectionFault | null {
  for (const field of AMOUNTS) {
    const { decimal, fault } = readAmount(selection[field]);
    if (fault === 'ambiguous') return { field, text: ambiguousAmount(selection[field]) };
    if (fault === 'unreadable' || decimal?.startsWith('-') === true)
      return { field, text: messages.notAnAmount };
  }
  const number = selection.number.replace(NUMBER_SIGN, '').trim();
  return number === '' || /^\d+$/.test(number) ? null : { field: 'number', text: messages.notANumber };
}

/** The query of a call, without conditions that are empty. */
export function selectionQuery({ from, to, kind, amount, amountFrom, amountTo, account, number }: Selection) {
  const given = (text: string): string | undefined => (text === '' ? undefined : text);
  return {
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
    kind: given(kind),
    amountFrom: amountOf(amount) ?? amountOf(amountFrom),
    amountTo: amountOf(amount) ?? amountOf(amountTo),
    account: given(account),
    number: given(number.replace(NUMBER_SIGN, '')),
  };
}
export type SelectionQuery = ReturnType<typeof selectionQuery>;

export const NO_SELECTION = selectionOf(new URLSearchParams());

/** Fields that people choose as one condition: a period, and a range of amounts. */
const PAIRS: Readonly<Partial<Record<keyof Selection, keyof Selection>>> = {
  to: 'from',
  amountTo: 'amountFrom',
};

/** The number of conditions as people count them: a period or a range is one. */
export const countConditions = (selection: Selection): number =>
  CONDITIONS.filter((name) => {
    const first = PAIRS[name];
    return selection[name] !== '' && (first === undefined || selection[first] === '');
  }).length;

export interface Chip {
  readonly text: string;
  /** The selection without this condition. */
  readonly without: Selection;
}

/** The conditions as people read them; a period and a range of amounts are one each. */
export function chipsOf(selection: Selection, today: string): readonly Chip[] {
  const chip = (text: string | null, names: readonly (keyof Selection)[]): Chip[] => {
    if (text === null) return [];
    const removed = Object.fromEntries(names.map((name) => [name, '']));
    return [{ text, without: { ...selection, ...removed } }];
  };
  const given = (name: keyof Selection, text: (value: string) => string) =>
    chip(selection[name] === '' ? null : text(selection[name]), [name]);
  return [
    ...chip(periodText(selection, today), ['from', 'to']),
    ...given('kind', typeLabel),
    ...given('amount', messages.amountChip),
    ...chip(rangeText(selection), ['amountFrom', 'amountTo']),
    ...given('account', messages.accountChip),
    ...given('number', (number) => messages.numberChip(number.replace(NUMBER_SIGN, ''))),
  ];
}

function periodText({ from, to }: Selection, today: string): string | null {
  if (from === '' && to === '') return null;
  if (isDay(from) && isDay(to))
    return presetOf({ from, to }, today)?.label ?? formatShortPeriod({ from, to });
  return isDay(from) ? messages.since(formatDay(from)) : messages.until(isDay(to) ? formatDay(to) : to);
}

function rangeText({ amountFrom, amountTo }: Selection): string | null {
  if (amountFrom !== '' && amountTo !== '') return messages.between(amountFrom, amountTo);
  if (amountFrom !== '') return messages.atLeast(amountFrom);
  return amountTo === '' ? null : messages.atMost(amountTo);
}

/** The selection in the URL; a change of a text that is being typed replaces the entry of the browser. */
export function useSelectionInUrl() {
  const [params, setParams] = useSearchParams();
  return {
    selection: selectionOf(params),
    select: (wanted: Selection, options: { readonly replace?: boolean } = {}): void =>
      setParams((before) => withSelection(before, wanted), options),
  };
}
