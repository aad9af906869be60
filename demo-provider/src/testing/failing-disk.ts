import { open, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'node:test';

/** The methods of every open file, which a test makes fail as a disk does. */
export async function fileMethods(): Promise<FileHandle> {
  const file = await open(fileURLToPath(import.meta.url));
  await file.close();
  return Object.getPrototypeOf(file) as FileHandle;
}

/** Throws what the system says by `code`. */
export async function fail(code: string): Promise<never> {
  throw Object.assign(new Error(code), { code });
}

/** Fills the disk for every entry that `matches`, until the answer's `free` is called or the test is over. */
export async function fillDisk(
  context: TestContext,
  matches: RegExp,
): Promise<{ refused: () => number; free: () => void }> {
  const methods = await fileMethods();
  const append = methods.appendFile;
  let refused = 0;
  const { mock } = context.mock.method(methods, 'appendFile', function (this: FileHandle, data: Uint8Array) {
    if (!matches.test(String(data))) return append.call(this, data);
    refused += 1;
    return fail('ENOSPC');
  });
  return { refused: () => refused, free: () => mock.restore() };
}
