import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '@palier/base/paths';

/** The packages that emit and listen to an event, according to the sources. */
export interface Usage {
  readonly emits: Set<string>;
  readonly listens: Set<string>;
}

const CALL = /\bbus\s*\.\s*(emit|on)\(\s*'([^']+)'/g;

/** The package of a file; in shared, the folder. */
const ownerOf = (folder: string, file: string): string =>
  folder === 'shared' ? `shared/${file.split(/[\\/]/)[0] ?? ''}` : folder;

const isTestCode = (name: string): boolean => /\.test\.tsx?$|(^|[\\/])testing[\\/]/.test(name);

async function sourceFilesOf(folder: string): Promise<string[]> {
  const names = await readdir(join(ROOT, folder, 'src'), { recursive: true });
  return names.filter((name) => /\.tsx?$/.test(name) && !isTestCode(name)).sort();
}

/** Finds the calls of the bus in the sources of `folders`, by event type. */
export async function readUsage(folders: readonly string[]): Promise<Map<string, Usage>> {
  const usage = new Map<string, Usage>();
  for (const folder of folders) {
    for (const file of await sourceFilesOf(folder)) {
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
