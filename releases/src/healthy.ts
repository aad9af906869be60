import { FindingError } from '@palier/base/command';
import { findObjection } from './admission';
import { readReports } from './canary-state';
import { LEAST_SESSIONS } from './canary-verdict';
import { readRegistry, type Store } from './store';
import { readVersion } from './versions';

/**
 * One line when the canary of a remote is this version, and its reports are enough and no worse than those of
 * the active version. Throws a FindingError otherwise: a pipeline then does not give it to all users.
 */
export async function describeHealth(store: Store, name: string, version: string): Promise<string> {
  const unhealthy = (why: string): FindingError =>
    new FindingError(
      `${name} ${version} is not ready for all users: ${why}.`,
      'The state: npm run release -- status. Activate it all the same: npm run release -- ' +
        `activate ${name} ${version}`,
    );
  const objection = await findObjection(store, await readVersion(store, name, version));
  if (objection !== null) throw unhealthy(objection.replace(/\.$/, ''));
  const remote = (await readRegistry(store)).remotes[name];
  if (remote?.active === version) return `${name} ${version} is active.`;
  const { canary } = remote === undefined ? { canary: null } : await readReports(store, name, remote);
  if (canary?.is.version !== version) throw unhealthy('it is not the canary');
  if (canary.verdict === 'too few')
    throw unhealthy(`${canary.sessions} of ${LEAST_SESSIONS} sessions have reported so far`);
  if (canary.verdict === 'worse') throw unhealthy('it fails more often than the active version');
  return `${name} ${version} is healthy: ${canary.failed} of ${canary.sessions} sessions failed.`;
}
