import { openingBalanceSchema, type Role } from '@palier/shared/contracts';
import { messages } from './create-user.messages';

/** Spec §6 and §7: each management role registers the role just below, by its own call. */
const REGISTER_PATHS: Readonly<Partial<Record<Role, string>>> = {
  ROLE_CAPO: '/auth/capo/register-super-admin',
  ROLE_SUPER_ADMIN: '/auth/super-admin/register-admin',
  ROLE_ADMIN: '/auth/admin/register-client',
};

/** The register call of a role; undefined for a role that creates nobody. */
export const registerPathOf = (role: Role): string | undefined => REGISTER_PATHS[role];

export type OpeningBalance =
  { readonly balance: number; readonly error: null } | { readonly balance: null; readonly error: string };

/**
 * The opening balance as a float (spec §5), NaN where there is none: JSON has null for it, and the server says that it is no
 * amount. Only what would arrive as another amount than was typed is refused here, since no server can see it (decision 0023).
 */
export function parseOpeningBalance(text: string): OpeningBalance {
  const balance = Number.parseFloat(text);
  const isAsTyped = !Number.isFinite(balance) || decimalOf(text) === decimalOf(String(balance));
  return isAsTyped ? { balance, error: null } : { balance: null, error: messages.notAsTyped };
}

const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/** A decimal in its shortest spelling, so that equal amounts have equal spellings; undefined for what is no decimal. */
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

/** What is typed, as it is typed. */
export interface TypedUser {
  readonly username: string;
  readonly password: string;
  readonly amount: string;
}

/**
 * The field that the server's refusal will be about, as far as it can be known beforehand: by the contract the amount is checked
 * first. Used for the focus only: whatever is typed is sent.
 */
export function fieldInError({ username, password, amount }: TypedUser): keyof TypedUser | undefined {
  if (!openingBalanceSchema.safeParse(parseOpeningBalance(amount).balance).success) return 'amount';
  if (username.trim() === '') return 'username';
  return password === '' ? 'password' : undefined;
}
