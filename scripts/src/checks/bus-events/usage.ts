import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../paths';

/** Who says and who hears each event, as the sources have it. */
export interface Usage {
  readonly emits: Set<string>;
  readonly listens: Set<string>;
}

const CALL = /\bbus\s*\.\s*(emit|on)\(\s*'([^']+)'/g;

/** The part of Palier a file belongs to: its package, and in shared its folder. */
const ownerOf = (folder: string, file: string): string =>
  folder === 'shared' ? `shared/${file.split(/[\\/]/)[0] ?? ''}` : folder;

/** What only tests run says and hears nothing of the product. */
const isOfTests = (name: string): boolean => /\.test\.tsx?$|(^|[\\/])testing[\\/]/.test(name);

async function sourcesOf(folder: string): Promise<string[]> {
  const names = await readdir(join(ROOT, folder, 'src'), { recursive: true });
  return names.filter((name) => /\.tsx?$/.test(name) && !isOfTests(name)).sort();
}

/** Reads the calls of the bus in the sources of `folders`, by event type. */
export async function readUsage(folders: readonly string[]): Promise<Map<string, Usage>> {
  const usage = new Map<string, Usage>();
  for (const folder of folders) {
    for (const file of await sourcesOf(folder)) {
      const text = await readFile(join(ROOT, folder, 'src', file), 'utf8');
      for (const [, verb, type = ''] of text.matchAll(CALL)) {
        const found = usage.get(type) ?? { emits: new Set(), listens: new Set() };
        usage.set(type, found);
        (verb === 'emit' ? found.emits : found.listens).add(ownerOf(folder, file));
      }
    }
  }
  return usage;
}
