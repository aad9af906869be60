import { createHash } from 'node:crypto';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const hashOf = (content: string | Buffer): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

export const isEntry = (name: string): boolean => name.startsWith('remoteEntry');

/** Copies the build of a remote to `copy`, with changed scripts, and their hashes changed in the entry. */
export async function copyEdited(
  dist: string,
  copy: string,
  edit: (text: string, name: string) => string,
): Promise<void> {
  await cp(dist, copy, { recursive: true });
  const scripts = (await readdir(copy)).filter((name) => name.endsWith('.js'));
  const hashes = new Map<string, string>();
  // The entry last, because the entry contains the hashes of the other scripts.
  for (const name of [...scripts.filter((one) => !isEntry(one)), ...scripts.filter(isEntry)]) {
    const before = await readFile(path.join(copy, name), 'utf8');
    let after = edit(before, name);
    hashes.set(hashOf(before), hashOf(after));
    if (isEntry(name)) for (const [old, now] of hashes) after = after.replaceAll(old, now);
    await writeFile(path.join(copy, name), after);
  }
}
