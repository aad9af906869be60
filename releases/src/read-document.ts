import { readFile } from 'node:fs/promises';
import { CommandError } from '@palier/base/command';

/**
 * A JSON file of the store; null when it does not exist. Throws a CommandError with `remedy` when the file is
 * unreadable: a power cut may have left it empty.
 */
export async function readDocument<Content>(file: string, remedy: string): Promise<Content | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CommandError(`${file} cannot be read (${(error as Error).message}).`, remedy);
  }
}
