import { Fault } from '../fault';
import { releaseRoot } from '../paths';
import { activate } from './changes';
import { refusalBy } from './gate/gate';
import { openShell } from './gate/shell-source';
import { refusalsOf } from './gate/static-checks';
import { readRegistry } from './store';
import { readVersion, releasedVersion } from './versions';

/**
 * Holds what users have of each remote, the active version and a canary, against a shell that is to go live: the gate of
 * `activate`, from the other side. Answers a line for each. Throws a fault when one would not run; a previous version that
 * would not is only told, since nobody has it until a rollback.
 */
export async function checkShell(place?: string): Promise<string> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  const shell = await openShell(place);
  const lines: string[] = [];
  let fits = true;
  for (const [name, { active, previous, canary, origin }] of Object.entries(registry.remotes)) {
    if (!shell.offer.screens.some(({ remote }) => remote === name)) {
      lines.push(`- ${name} has no screen in it`);
      continue;
    }
    for (const version of new Set([active, canary?.version ?? active])) {
      const description = await readVersion(root, name, version);
      const candidate = activate(registry, name, version, releasedVersion(description, origin));
      const refusal = await refusalBy(shell, { root, description, registry: candidate });
      fits &&= refusal === null;
      lines.push(refusal === null ? `✓ ${name} ${version}` : `✗ ${name} ${version}: ${refusal}`);
    }
    if (previous === null) continue;
    const [refusal] = refusalsOf((await readVersion(root, name, previous)).needs, shell.offer);
    if (refusal !== undefined) lines.push(`- a rollback of ${name} would bring ${previous}: ${refusal}`);
  }
  if (fits) return lines.join('\n');
  throw new Fault(
    `This shell would not run what users have.\n${lines.join('\n')}`,
    'Users of this shell would be without those marked ✗: activate versions that run in it first, with --shell.',
  );
}
