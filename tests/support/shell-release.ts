import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareShellForServing } from '@palier/build/front/build-shell';
import { ROOT } from '@palier/base/paths';

const BUILT = join(ROOT, 'shell/dist');

const readAssets = async (folder: string): Promise<string[]> =>
  JSON.parse(await readFile(join(folder, 'assets.json'), 'utf8')) as string[];

/** Copies the current build of the shell to `folder`, without the files of earlier builds. */
export async function copyShell(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = [...(await readAssets(BUILT)), 'shell.json', 'assets.json'];
  for (const file of files)
    for (const form of ['', '.br', '.gz'])
      await cp(join(BUILT, file + form), join(folder, file + form)).catch(() => undefined);
}

/**
 * Replaces the shell in `folder`, which a server may be serving, by one whose scripts and styles are edited,
 * in the steps of a build. Files that `edit` returns unchanged keep their names.
 */
export async function releaseShell(
  folder: string,
  edit: (text: string, name: string) => string,
): Promise<void> {
  const renamed = new Map<string, string>();
  const assets = await readAssets(folder);
  for (const name of assets.filter((file) => /^main\.[0-9a-f]{8}\.(js|css)$/.test(file))) {
    const before = await readFile(join(folder, name), 'utf8');
    const after = edit(before, name);
    if (after === before) continue;
    const hash = createHash('sha256').update(after).digest('hex').slice(0, 8);
    const newName = name.replace(/[0-9a-f]{8}(?=\.(js|css)$)/, hash);
    renamed.set(name, newName);
    await writeFile(join(folder, newName), after);
  }
  const now = assets.map((file) => renamed.get(file) ?? file);
  await writeFile(join(folder, 'assets.json'), JSON.stringify(now));
  let page = await readFile(join(folder, 'index.html'), 'utf8');
  for (const [before, after] of renamed) page = page.replaceAll(before, after);
  await prepareShellForServing(folder, `${folder}-maps`);
  // Last: a page names only files that are there.
  await writeFile(join(folder, 'index.html'), page);
}
