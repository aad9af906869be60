import { createHash } from 'node:crypto';
import { open, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';

/**
 * A version on its way to the release service: one line of JSON that lists the files, then their bytes in the same order. The format has
 * no links, devices, absolute paths or compression, so nothing has to be unpacked.
 */
export const BUNDLE_TYPE = 'application/vnd.palier.version';
const MAX_LIST_BYTES = 256 * 1024;
const MAX_FILES = 2_000;

/** Names of letters, digits and `_ . -`, without `.` at the start except in the folder of source maps. */
const PATH = /^(\.source-maps\/)?[\w-][\w.-]*(\/[\w-][\w.-]*){0,7}$/;
/** Made by the service itself, so that they always match what they compress. */
const COMPRESSED = /\.(br|gz)$/;

const listSchema = z
  .array(
    z.strictObject({
      path: z.string().check(z.maxLength(200), z.regex(PATH)),
      size: z.int().check(z.gte(0)),
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  )
  .check(
    z.minLength(1),
    z.maxLength(MAX_FILES),
    z.refine((files) => new Set(files.map(({ path }) => path.toLowerCase())).size === files.length),
    z.refine((files) => files.every(({ path }) => !COMPRESSED.test(path))),
  );
type FileList = z.infer<typeof listSchema>;

/** A bundle that breaks its format or a limit; the message is for its sender. */
export class InvalidBundle extends Error {}

/** Writes the files of a bundle to `folder`. Throws an InvalidBundle; what was written until then is for the caller to remove. */
export async function readBundle(
  source: AsyncIterable<Buffer>,
  folder: string,
  maxBytes: number,
): Promise<string[]> {
  const bytes = new ByteReader(source);
  const files = parseList(await bytes.readLine(MAX_LIST_BYTES));
  if (files.reduce((sum, { size }) => sum + size, 0) > maxBytes)
    throw new InvalidBundle(`A version has at most ${maxBytes} bytes.`);
  for (const { path, size, sha256 } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    const file = await open(target, 'wx', 0o644);
    const hash = createHash('sha256');
    try {
      for await (const part of bytes.read(size)) {
        hash.update(part);
        await file.write(part);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    if (hash.digest('hex') !== sha256) throw new InvalidBundle(`${path} does not have the hash of the list.`);
  }
  if (!(await bytes.isAtEnd())) throw new InvalidBundle('The bundle is longer than its list says.');
  return files.map(({ path }) => path);
}

function parseList(line: Buffer): FileList {
  let content: unknown;
  try {
    content = JSON.parse(line.toString());
  } catch {
    throw new InvalidBundle('The first line is not JSON.');
  }
  const { data, error } = listSchema.safeParse(content);
  if (data !== undefined) return data;
  const { path, message } = error.issues[0]!;
  throw new InvalidBundle(`The list of files is not valid at ${path.join('.') || 'its end'}: ${message}.`);
}

/** Reads a stream in lines and in counted bytes. */
class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  private async pull(): Promise<boolean> {
    const next = await this.source.next();
    if (next.done === true) return false;
    this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value]);
    return true;
  }

  async readLine(most: number): Promise<Buffer> {
    let end: number;
    while ((end = this.rest.indexOf(0x0a)) === -1) {
      if (this.rest.length > most) throw new InvalidBundle('The list of files is too long.');
      if (!(await this.pull())) throw new InvalidBundle('The bundle ends before its list of files.');
    }
    if (end > most) throw new InvalidBundle('The list of files is too long.');
    const line = this.rest.subarray(0, end);
    this.rest = this.rest.subarray(end + 1);
    return line;
  }

  async *read(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      if (this.rest.length === 0 && !(await this.pull()))
        throw new InvalidBundle('The bundle is shorter than its list says.');
      const part = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async isAtEnd(): Promise<boolean> {
    while (this.rest.length === 0) if (!(await this.pull())) return true;
    return false;
  }
}

/** The bundle of a published version's folder, without its compressed forms. */
export async function createBundle(folder: string): Promise<Readable> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const contents = await Promise.all(paths.map((path) => readFile(join(folder, path))));
  const files = contents.map((content, index) => ({
    path: paths[index]!.split(sep).join('/'),
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  return Readable.from([Buffer.from(`${JSON.stringify(files)}\n`), ...contents]);
}
