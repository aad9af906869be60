import { CommandError } from '@palier/scripts/command';
import { releaseRoot } from '@palier/scripts/paths';
import { activate } from './registry-changes';
import { refusalBy } from './gate/release-gate';
import { openShell } from './gate/shell-source';
import { refusalsOf } from './gate/compatibility';
import { readRegistry } from './store';
import { readVersion, releasedVersion } from './versions';

/**
 * Holds what users have of each remote, the active version and a canary, against a shell that is to go live: the gate of
 * `activate`, from the other side. Answers a line for each. Throws a CommandError when one would not run; a previous version that
 * would not is only told, since nobody has it until a rollback.
 */
export async function checkShell(place?: string): Promise<string> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  const shell = await openShell(place);
  const lines: string[] = [];
  let fits = true;
  const hosted = new Set(shell.offer.screens.map(({ remote }) => remote));
  for (const name of new Set([...hosted, ...Object.keys(registry.remotes)])) {
    const remote = registry.remotes[name];
    if (remote === undefined) {
      fits = false;
      lines.push(`✗ ${name} has a screen in it, and no active version`);
      continue;
    }
    if (!hosted.has(name)) {
      lines.push(`- ${name} has no screen in it`);
      continue;
    }
    const { active, previous, canary, origin } = remote;
    for (const version of new Set([active, canary?.version ?? active])) {
      const description = await readVersion(root, name, version);
      const candidate = activate(registry, name, version, releasedVersion(description, origin));
      const refusal = await refusalBy(shell, { root, description, registry: candidate, isInUse: true });
      fits &&= refusal === null;
      lines.push(refusal === null ? `✓ ${name} ${version}` : `✗ ${name} ${version}: ${refusal}`);
    }
    if (previous === null) continue;
    const [refusal] = refusalsOf((await readVersion(root, name, previous)).needs, shell.offer);
    if (refusal !== undefined) lines.push(`- a rollback of ${name} would bring ${previous}: ${refusal}`);
  }
  if (fits) return lines.join('\n');
  throw new CommandError(
    `This shell would not run what users have.\n${lines.join('\n')}`,
    'Users of this shell would be without those marked ✗: activate versions that run in it first, with --shell.',
  );
}
