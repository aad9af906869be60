import { openingBalanceSchema, type Role } from '@palier/shared/contracts';
import { messages } from './create-user.messages';

/** Sections 6 and 7 of docs/spec-coverage.md: each management role registers the role just below, by its own call. */
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
 * The opening balance as a float (section 5 of docs/spec-coverage.md). NaN becomes null in JSON, and the server refuses null. Only
 * a text that a float cannot represent is refused here, because the server would receive another amount (decision 0023).
 */
export function parseOpeningBalance(text: string): OpeningBalance {
  const balance = Number.parseFloat(text);
  const isExact = !Number.isFinite(balance) || decimalOf(text) === decimalOf(String(balance));
  return isExact ? { balance, error: null } : { balance: null, error: messages.amountNotExact };
}

const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/** A normal form of a decimal: equal amounts give equal strings. Undefined when `text` is not a decimal. */
function decimalOf(text: string): string | undefined {
  const match = DECIMAL.exec(text.trim());
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const place = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign === '-' ? sign : ''}${significant}e${place}`;
}

export interface TypedUser {
  readonly username: string;
  readonly password: string;
  readonly amount: string;
}

/** The field that the server will refuse first, for the focus. The form is sent all the same (section 5 of docs/spec-coverage.md). */
export function fieldInError({ username, password, amount }: TypedUser): keyof TypedUser | undefined {
  if (!openingBalanceSchema.safeParse(parseOpeningBalance(amount).balance).success) return 'amount';
  if (username.trim() === '') return 'username';
  return password === '' ? 'password' : undefined;
}
