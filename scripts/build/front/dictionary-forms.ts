import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  compressWithDictionary,
  dictionaryFormOf,
  patternOf,
  sha256,
} from '@palier/server/web/dictionary-forms';

/** From so many earlier versions of a file a browser makes the newest one. */
export const MOST_DICTIONARIES = 5;
/** A larger file has no forms: making one would take more than a second, for which other calls wait. */
const LARGEST_BYTES = 1024 * 1024;

type Files = ReadonlyMap<string, Buffer>;

/**
 * The forms of the scripts and styles among `files` for browsers that have one of them from an earlier version
 * (decision 0121), by their paths. `earlier` has the files of earlier versions, the newest first. A form that
 * is not smaller than the brotli form among `files` is left out.
 */
export async function dictionaryForms(files: Files, earlier: readonly Files[]): Promise<Map<string, Buffer>> {
  const forms = new Map<string, Buffer>();
  for (const [path, content] of files) {
    const usual = files.get(`${path}.br`)?.length ?? content.length;
    for (const [hash, dictionary] of dictionariesOf(path, content, earlier)) {
      // The library runs in this thread: other work goes on between two files.
      await nextTurn();
      const form = await compressWithDictionary(content, dictionary);
      if (form.length < usual) forms.set(dictionaryFormOf(path, hash), form);
    }
  }
  return forms;
}

/**
 * Writes into a folder the forms of its files for browsers that have those of an earlier folder, the newest
 * first. Rejects when a folder cannot be read.
 */
export async function addDictionaryForms(folder: string, earlierFolders: readonly string[]): Promise<void> {
  if (earlierFolders.length === 0) return;
  const files = await readCode(folder);
  const earlier = await Promise.all(earlierFolders.map(readCode));
  for (const [file, form] of await dictionaryForms(files, earlier)) await writeFile(join(folder, file), form);
}

/** The built scripts and styles of a folder, with their brotli forms. */
async function readCode(folder: string): Promise<Map<string, Buffer>> {
  const files = (await readdir(folder)).filter((file) => patternOf(file.replace(/\.br$/, '')) !== null);
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, Buffer]> => [file, await readFile(join(folder, file))]),
    ),
  );
}

/**
 * The last contents of a built file in earlier versions, by their hashes; also the present content, which a new
 * version of a remote has at another address.
 */
function dictionariesOf(path: string, content: Buffer, earlier: readonly Files[]): Map<string, Buffer> {
  const pattern = patternOf(path);
  const dictionaries = new Map<string, Buffer>();
  if (pattern === null || content.length > LARGEST_BYTES) return dictionaries;
  for (const [older, dictionary] of earlier.flatMap((version) => [...version]))
    if (
      dictionaries.size < MOST_DICTIONARIES &&
      patternOf(older) === pattern &&
      dictionary.length <= LARGEST_BYTES
    )
      dictionaries.set(sha256(dictionary), dictionary);
  return dictionaries;
}
