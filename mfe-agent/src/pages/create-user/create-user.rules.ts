import { openingBalanceSchema, type Role } from '@palier/shared/contracts';
import { ambiguousAmount, readAmount } from '@palier/shared/money/read-amount';
import { SECRET_NAME } from '../../lib/secret-field/secret-field';
import { messages } from './create-user.messages';

/**
 * Sections 6 and 7 of docs/spec-coverage.md: each management role registers the role just below, by its own
 * call.
 */
const REGISTER_PATHS: Readonly<Partial<Record<Role, string>>> = {
  ROLE_CAPO: '/auth/capo/register-super-admin',
  ROLE_SUPER_ADMIN: '/auth/super-admin/register-admin',
  ROLE_ADMIN: '/auth/admin/register-client',
};

export const registerPathOf = (role: Role): string | undefined => REGISTER_PATHS[role];

export type OpeningBalance =
  | { readonly balance: number; readonly error: null }
  | { readonly balance: null; readonly error: string };

/**
 * The opening balance as a float (section 5 of docs/spec-coverage.md); an empty field, as its hint says, is
 * no money. NaN becomes null in JSON, and the server refuses null. Only a text that may mean two amounts, or
 * one that a float cannot represent, is refused here: the server would receive another amount than the agent
 * meant, or typed (decision 0023).
 */
export function parseOpeningBalance(text: string): OpeningBalance {
  if (text.trim() === '') return { balance: 0, error: null };
  const { decimal, fault } = readAmount(text);
  if (fault === 'ambiguous') return { balance: null, error: ambiguousAmount(text) };
  const balance = Number.parseFloat(decimal ?? '');
  const isExact = decimal === null || decimalOf(decimal) === decimalOf(String(balance));
  return isExact ? { balance, error: null } : { balance: null, error: messages.amountNotExact };
}

const DECIMAL = /^(-?)(\d+)\.?(\d*)(?:e([+-]\d+))?$/;

/** A normal form of a decimal: equal amounts give equal strings. Undefined for NaN and Infinity. */
function decimalOf(text: string): string | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const place = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign}${significant}e${place}`;
}

export interface TypedUser {
  readonly username: string;
  readonly password: string;
  readonly amount: string;
}

/**
 * The field that the server will refuse first, for the focus. The form is sent all the same (section 5 of
 * docs/spec-coverage.md).
 */
export function fieldInError({
  username,
  password,
  amount,
}: TypedUser): 'username' | 'amount' | typeof SECRET_NAME | undefined {
  if (!openingBalanceSchema.safeParse(parseOpeningBalance(amount).balance).success) return 'amount';
  if (username.trim() === '') return 'username';
  return password === '' ? SECRET_NAME : undefined;
}
