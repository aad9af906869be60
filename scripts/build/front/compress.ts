import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const EXPANDED = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) } as const;
const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;
/** Above this size of a file, or of all files of a version, the best compression takes too many seconds. */
const BEST_UP_TO_BYTES = 1024 * 1024;
const BEST_OF_ALL_BYTES = 2 * 1024 * 1024;

/** Writes `.br` and `.gz` beside each text file of a built folder, so that no request compresses anything. */
export async function compressFolder(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names
      .filter((name) => COMPRESSIBLE.test(name))
      .map(async (name) => {
        const path = join(folder, name);
        const content = await readFile(path);
        const forms = await compressedForms(content, content.length <= BEST_UP_TO_BYTES);
        for (const [extension, form] of Object.entries(forms)) await writeFile(path + extension, form);
      }),
  );
}

/** The compressed forms of a file, by their extensions. */
async function compressedForms(content: Buffer, isBest: boolean): Promise<Record<'.br' | '.gz', Buffer>> {
  const quality = isBest ? 11 : 5;
  const [br, gz] = await Promise.all([
    brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzipped(content, { level: 9 }),
  ]);
  return { '.br': br, '.gz': gz };
}

type Files = ReadonlyMap<string, Buffer>;

/** Whether a file of a version has compressed forms. Dot folders are not served, so their files have none. */
export const isCompressed = (path: string): boolean => !path.startsWith('.') && COMPRESSIBLE.test(path);

/**
 * The compressed forms of the text files among `files`, by their paths. Forms among `built` are taken when
 * they hold the same bytes.
 */
export async function compressFiles(files: Files, built: Files = new Map()): Promise<Map<string, Buffer>> {
  const forms = new Map<string, Buffer>();
  let bytes = 0;
  for (const [path, content] of files) {
    if (!isCompressed(path)) continue;
    bytes += content.length;
    const isBest = content.length <= BEST_UP_TO_BYTES && bytes <= BEST_OF_ALL_BYTES;
    const known = await builtForms(path, content, built);
    for (const [extension, form] of Object.entries(known ?? (await compressedForms(content, isBest))))
      forms.set(path + extension, form);
  }
  return forms;
}

/** The forms that a build has of a file; null when one is missing or holds other bytes. */
async function builtForms(path: string, content: Buffer, built: Files) {
  const [br, gz] = [built.get(`${path}.br`), built.get(`${path}.gz`)];
  if (br === undefined || gz === undefined) return null;
  const options = { maxOutputLength: content.length + 1 };
  const expanded = [EXPANDED['.br'](br, options), EXPANDED['.gz'](gz, options)];
  const isSame = await Promise.all(expanded).then(
    (texts) => texts.every((text) => text.equals(content)),
    () => false,
  );
  return isSame ? { '.br': br, '.gz': gz } : null;
}
