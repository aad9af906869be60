import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '@palier/scripts/command';
import { ROOT } from '@palier/scripts/paths';
import { program } from '@palier/scripts/process/program';
import { run, runNode } from '@palier/scripts/process/run';
import { readManifest } from '@palier/scripts/workspaces';

/** The product as the drill runs it. */
export interface Installation {
  /** Program and arguments of a `palier` command. */
  command(
    name: 'serve' | 'migrate' | 'admin' | 'after-restore',
    ...words: readonly string[]
  ): readonly [string, ...string[]];
}

/** The artefact of this checkout, made by `npm run package`. Returns its path. */
export async function makeArtefact(): Promise<string> {
  const { code } = await runNode(program('scripts/src/package.ts'), { live: true });
  if (code !== 0) throw new CommandError('The artefact was not made.', 'Correct the cause.');
  return path.join(ROOT, `dist/palier-${(readManifest('.') as { version: string }).version}.tar.gz`);
}

/** Unpacks an artefact, as an operator does. */
export async function installArtefact(archive: string, folder: string): Promise<Installation> {
  await mkdir(folder, { recursive: true });
  const { code, output } = await run('tar', [
    '-xzf',
    path.resolve(archive),
    '--strip-components=1',
    '-C',
    folder,
  ]);
  if (code !== 0) throw new CommandError(`${archive} cannot be unpacked: ${output}`, 'Give an artefact.');
  return { command: (name, ...words) => [process.execPath, path.join(folder, 'bin/palier'), name, ...words] };
}
