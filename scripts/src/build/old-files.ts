import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How long an open tab can still load chunks of the build that it was opened with. */
const KEPT_MS = 3 * 86_400_000;
const RECORD = '.replaced.json';

/**
 * Removes from a build's folder the files that were replaced over KEPT_MS ago. `assets.json` lists the current files of the build;
 * RECORD stores since when each other file is replaced. Pages (`.html`), documents (`.json`) and dot files always stay.
 */
export async function dropOldFiles(dist: string, now = Date.now()): Promise<void> {
  const read = async <Content>(file: string, fallback: Content): Promise<Content> =>
    readFile(join(dist, file), 'utf8').then(
      (text) => JSON.parse(text) as Content,
      () => fallback,
    );
  const current = new Set(await read<string[]>('assets.json', []));
  if (current.size === 0) return;
  const before = await read<Record<string, number>>(RECORD, {});
  const replaced: Record<string, number> = {};
  for (const file of await readdir(dist)) {
    const own = file.replace(/\.(br|gz)$/, '');
    if (current.has(own) || own.startsWith('.') || /\.(json|html)$/.test(own)) continue;
    const since = before[file] ?? now;
    if (now - since > KEPT_MS) await rm(join(dist, file), { recursive: true, force: true });
    else replaced[file] = since;
  }
  await writeFile(join(dist, RECORD), JSON.stringify(replaced));
}
