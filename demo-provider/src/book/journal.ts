import { mkdir, open, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Entry } from './records.js';

export interface Journal {
  /** Resolves when the entry is on disk. Throws when it could not be written; nothing may then be acted upon. */
  append(entry: Entry): Promise<void>;
  close(): Promise<void>;
}

/**
 * A crash in mid-write leaves a last line without its newline. It was never acknowledged, so it is cut off;
 * a broken line anywhere else is damage and stops the start.
 */
async function readEntries(path: string): Promise<Entry[]> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const wholeLength = content.lastIndexOf(0x0a) + 1;
  if (wholeLength < content.length) await truncate(path, wholeLength);
  const lines = content.subarray(0, wholeLength).toString('utf8').split('\n').slice(0, -1);
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as Entry;
    } catch {
      throw new Error(`The journal ${path} is damaged at line ${index + 1}`);
    }
  });
}

/** Opens the append-only journal, reading back what it holds. Appends that meet in time share one fsync. */
export async function openJournal(path: string): Promise<{ journal: Journal; entries: Entry[] }> {
  await mkdir(dirname(path), { recursive: true });
  const entries = await readEntries(path);
  const file = await open(path, 'a', 0o600);
  let waiting: string[] = [];
  let flush: Promise<void> | undefined;
  let tail: Promise<void> = Promise.resolve();

  function append(entry: Entry): Promise<void> {
    waiting.push(`${JSON.stringify(entry)}\n`);
    if (!flush) {
      flush = tail.then(async () => {
        const batch = waiting.join('');
        waiting = [];
        flush = undefined;
        await file.appendFile(batch);
        await file.datasync();
      });
      tail = flush.catch(() => undefined);
    }
    return flush;
  }

  return {
    entries,
    journal: {
      append,
      close: async () => {
        await tail;
        await file.close();
      },
    },
  };
}
