import type { PasswordFault } from '../passwords/errors';
import { passwordFault } from '../passwords/password-policy';
import { UsageError } from './operator-command';

const SENTENCES: Record<PasswordFault, string> = {
  'outer-space': 'The password must not begin or end with a space.',
  'too-long': 'The password must not exceed 128 characters.',
  'too-weak':
    'The password must have more than 6 characters, with an upper-case letter, a lower-case letter and a digit.',
  'forbidden-character': 'The password contains a forbidden character.',
  'same-as-username': 'The password must differ from the name.',
  common: 'This password is too common.',
};

/** The policy of all new passwords, with a sentence for operators. */
export function assertOperatorPassword(password: string, username: string): void {
  const fault = passwordFault(password, username);
  if (fault !== null) throw new UsageError(SENTENCES[fault]);
}
