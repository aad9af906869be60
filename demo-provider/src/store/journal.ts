import { open, type FileHandle } from 'node:fs/promises';
import type { Entry } from './records.js';

export interface Journal {
  /**
   * Resolves when the entry is on disk. Throws when it could not be written; nothing may then be acted upon. Once it is
   * unknown what the disk holds, every append throws until the journal is opened anew.
   */
  append(entry: Entry): Promise<void>;
  close(): Promise<void>;
}

const newline = 0x0a;
const readAtOnceBytes = 1024 * 1024;

/**
 * Tells `onEntry` of each entry, and gives the length of the whole lines and whether a torn one follows them. Read in
 * pieces: a book may be longer than any one text can be.
 */
async function readEntries(
  file: FileHandle,
  path: string,
  onEntry: (entry: Entry) => void,
): Promise<{ length: number; isTorn: boolean }> {
  let lineCount = 0;
  let length = 0;
  let begun = Buffer.alloc(0);
  const pieces = file.createReadStream({ start: 0, autoClose: false, highWaterMark: readAtOnceBytes });
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([begun, piece]);
    let from = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, from)) {
      lineCount += 1;
      onEntry(readLine(bytes.toString('utf8', from, end), path, lineCount));
      from = end + 1;
    }
    begun = bytes.subarray(from);
    length += from;
  }
  return { length, isTorn: begun.length > 0 };
}

function readLine(line: string, path: string, lineNumber: number): Entry {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    throw new Error(`The journal ${path} is damaged at line ${lineNumber}`);
  }
}

/**
 * Opens the append-only journal, telling `onEntry` what it holds. Appends that meet in time share one fsync.
 * A crash in mid-write leaves a last line without its newline. It was never acknowledged, so it is cut off;
 * a broken line anywhere else is damage and stops the start.
 */
export async function openJournal(path: string, onEntry: (entry: Entry) => void): Promise<Journal> {
  const file = await open(path, 'a+', 0o600);
  let length: number;
  try {
    const found = await readEntries(file, path, onEntry);
    length = found.length;
    // Only then: a second process that the lock cannot see, in another container, must not cut off what the first one
    // writes meanwhile.
    if (found.isTorn) await file.truncate(length);
  } catch (error) {
    await file.close();
    throw error;
  }
  /** Why nobody knows any longer what the disk holds. */
  let breakage: unknown;
  let waiting: string[] = [];
  let flush: Promise<void> | undefined;
  let tail: Promise<void> = Promise.resolve();

  async function write(batch: Buffer): Promise<void> {
    if (breakage !== undefined)
      throw new Error(`The journal ${path} takes no more entries until the next start`, { cause: breakage });
    try {
      await file.appendFile(batch);
    } catch (error) {
      // A full disk takes part of a batch; the next line must not be written behind a fragment.
      await file.truncate(length).catch((fault: unknown) => (breakage = fault));
      throw error;
    }
    try {
      await file.datasync();
    } catch (error) {
      // Not asked again: a system may drop what it could not write and say next time that all is well.
      breakage = error;
      throw error;
    }
    length += batch.length;
  }

  function append(entry: Entry): Promise<void> {
    waiting.push(`${JSON.stringify(entry)}\n`);
    if (!flush) {
      flush = tail.then(() => {
        const batch = Buffer.from(waiting.join(''));
        waiting = [];
        flush = undefined;
        return write(batch);
      });
      tail = flush.catch(() => undefined);
    }
    return flush;
  }

  return {
    append,
    close: async () => {
      await tail;
      await file.close();
    },
  };
}
