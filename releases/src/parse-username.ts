import { CommandError } from '@palier/scripts/command';

/**
 * The username that somebody typed, as the server writes it (section 4 of docs/design.md): a canary names its agent by the hash of that,
 * and
 * another spelling would be nobody's. Throws a CommandError for what can be no username.
 */
export function usernameOf(text: string): string {
  const name = text.normalize('NFKC').trim().toLowerCase();
  if (/^[a-z0-9._-]{3,32}$/.test(name)) return name;
  throw new CommandError(`"${text}" is no username.`, 'Give an agent: --subtree admin7');
}
