import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { listFiles } from '../versions';
import { RefusedCall } from './refused-call';

/**
 * A version on its way to the release service: one line of JSON for each file, with its path and its bytes.
 * The format has no links, devices, absolute paths or compression, so nothing has to be unpacked.
 */
export const BUNDLE_TYPE = 'application/vnd.palier.version';
/** The size of a bundle with its source maps: many times that of the largest remote of this repository. */
const MAX_BYTES = 28 * 1024 * 1024;
const MAX_FILES = 2_000;

/**
 * Letters, digits, `_` and `-`, and in the names of files `.` but not at the start; no folder but
 * `.source-maps` has a dot, because a folder named like a script would be compressed as one.
 */
const PATH = /^(\.source-maps\/)?([\w-]+\/){0,7}[\w-][\w.-]*$/;
/** Made by the service itself, so that they always match what they compress. */
const COMPRESSED = /\.(br|gz)$/;

const fileSchema = z.strictObject({
  path: z.string().check(z.maxLength(200), z.regex(PATH)),
  base64: z.base64(),
});

/**
 * An upload that the service refuses with 422: of another type, malformed, over a limit, without the team's
 * key or signature, or different from its description.
 */
export class InvalidBundle extends RefusedCall {
  constructor(message: string) {
    super(422, message);
  }
}

/**
 * Writes the files of a bundle to `folder`. Throws an InvalidBundle; what was written until then is for the
 * caller to remove.
 */
export async function readBundle(source: AsyncIterable<Buffer>, folder: string): Promise<string[]> {
  const files: string[] = [];
  /** Some disks do not tell small letters from capitals. */
  const names = new Set<string>();
  for await (const line of linesOf(source)) {
    const { path, base64 } = parseFile(line);
    names.add(path.toLowerCase());
    files.push(path);
    if (names.size < files.length) throw new InvalidBundle(`The bundle has ${path} twice.`);
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, Buffer.from(base64, 'base64'), { flag: 'wx', mode: 0o644, flush: true });
  }
  return files;
}

async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let bytesLeft = MAX_BYTES;
  let linesLeft = MAX_FILES;
  let rest = '';
  for await (const part of source) {
    bytesLeft -= part.length;
    if (bytesLeft < 0) throw new InvalidBundle(`A bundle has at most ${MAX_BYTES} bytes.`);
    // Valid lines are ASCII, which no end of a part cuts.
    rest += part.toString('latin1');
    if (!part.includes('\n')) continue;
    const lines = rest.split('\n');
    rest = lines.pop()!;
    linesLeft -= lines.length;
    if (linesLeft < 0) throw new InvalidBundle(`A version has at most ${MAX_FILES} files.`);
    yield* lines;
  }
  if (rest !== '') throw new InvalidBundle('The bundle ends within a line.');
}

function parseFile(line: string): z.infer<typeof fileSchema> {
  let content: unknown;
  try {
    content = JSON.parse(line);
  } catch {
    throw new InvalidBundle('A line is not JSON.');
  }
  const { data, error } = fileSchema.safeParse(content);
  if (data !== undefined) return data;
  const { path, message } = error.issues[0]!;
  throw new InvalidBundle(`A file is not valid at ${path.join('.') || 'its end'}: ${message}.`);
}

/** The bundle of a published version's folder, without its compressed forms. */
export async function* createBundle(folder: string): AsyncGenerator<Buffer> {
  for (const path of await listFiles(folder)) {
    if (COMPRESSED.test(path)) continue;
    const base64 = (await readFile(join(folder, path))).toString('base64');
    yield Buffer.from(`${JSON.stringify({ path, base64 })}\n`);
  }
}
