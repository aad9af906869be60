import { CommandError } from '@palier/scripts/command';

/** A username in the server's spelling, of which a canary's subtree hash is made. Throws a CommandError when it is invalid. */
export function parseUsername(text: string): string {
  const name = text.normalize('NFKC').trim().toLowerCase();
  if (/^[a-z0-9._-]{3,32}$/.test(name)) return name;
  throw new CommandError(`"${text}" is not a username.`, 'Give an agent: --subtree admin7');
}
