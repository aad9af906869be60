import { CommandError } from '@palier/base/command';
import type { Queryable } from '@palier/server/database';
import { operatorName } from '@palier/server/operator';
import {
  ACTIONS,
  createToken,
  listTokens,
  revokeToken,
  type Action,
  type ReleaseToken,
} from './token.repository';

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

interface NewToken {
  readonly name: string;
  /** Names separated by commas; `*`: all remotes. */
  readonly remotes: string;
  readonly actions: string;
  readonly days: number;
}

/** Makes a token of the release service. Returns the sentence that shows it, the only time. */
export async function addToken(
  database: Queryable,
  { name, remotes, actions, days }: NewToken,
): Promise<string> {
  const allowed = actions.split(',') as Action[];
  const unknown = allowed.find((action) => !ACTIONS.includes(action));
  if (unknown !== undefined)
    throw new CommandError(`"${unknown}" is not an action.`, `Actions: ${ACTIONS.join(', ')}.`);
  const named = remotes.split(',');
  if (!NAME.test(name) || !named.every((remote) => remote === '*' || /^[a-z][a-z0-9-]{0,31}$/.test(remote)))
    throw new CommandError(
      'The name of the token or of a remote is not valid.',
      'Use small letters, digits and hyphens.',
    );
  const token = await createToken(database, {
    name,
    remotes: named,
    actions: allowed,
    days,
    by: operatorName(),
  });
  if (token === null)
    throw new CommandError(
      `There is a token ${name} already.`,
      'Give another name; names of revoked tokens stay in the audit.',
    );
  return (
    `${token}\nThis token is not shown again. Its team sets RELEASE_TOKEN to it; it ` +
    `expires in ${days} days.`
  );
}

export async function endToken(database: Queryable, name: string): Promise<string> {
  if (await revokeToken(database, name)) return `The token ${name} is revoked.`;
  throw new CommandError(`There is no valid token ${name}.`, 'The tokens: npm run release -- tokens');
}

const stateOf = ({ revokedAt, expiresAt }: ReleaseToken): string =>
  revokedAt !== null
    ? `revoked ${revokedAt}`
    : `${Date.parse(expiresAt) < Date.now() ? 'expired' : 'until'} ${expiresAt}`;

export async function describeTokens(database: Queryable): Promise<string> {
  const lines = (await listTokens(database)).map(
    (token) => `${token.name}  ${token.remotes.join(',')}  ${token.actions.join(',')}  ${stateOf(token)}`,
  );
  return lines.length === 0 ? 'There are no tokens.' : lines.join('\n');
}
