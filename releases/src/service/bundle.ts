import * as z from 'zod/mini';
import type { VersionFiles } from '../version-files';
import { RefusedCall } from './refused-call';

/**
 * A version on its way to the release service: one line of JSON for each file, with its path and its bytes.
 * The format has no links, devices, absolute paths or compression, so nothing has to be unpacked.
 */
export const BUNDLE_TYPE = 'application/vnd.palier.version';
/** The size of a bundle with its source maps: many times that of the largest remote of this repository. */
const MAX_BYTES = 28 * 1024 * 1024;
const MAX_FILES = 2_000;
/** Each file is read at once, for which other calls wait: some hundred milliseconds for this size. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
/** A file in base64 with its path. */
const MAX_LINE_LENGTH = Math.ceil(MAX_FILE_BYTES / 3) * 4 + 300;

/**
 * Letters, digits, `_` and `-`, and in the names of files `.` but not at the start; no folder but
 * `.source-maps` has a dot, because a folder named like a script would be compressed as one.
 */
const PATH = /^(\.source-maps\/)?([\w-]+\/){0,7}[\w-][\w.-]*$/;
/** Made by the service itself, so that they always match what they compress. */
const COMPRESSED = /\.(br|gz|dcz)$/;

const fileSchema = z.strictObject({
  path: z.string().check(z.maxLength(200), z.regex(PATH)),
  base64: z.string(),
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

/** Reads the files of a bundle. Throws an InvalidBundle. */
export async function readBundle(source: AsyncIterable<Buffer>): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  /** Some disks of servers do not tell small letters from capitals. */
  const names = new Set<string>();
  for await (const line of linesOf(source)) {
    const { path, content } = parseFile(line);
    const name = path.toLowerCase();
    if (names.has(name)) throw new InvalidBundle(`The bundle has ${path} twice.`);
    names.add(name);
    files.set(path, content);
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
    if (!part.includes('\n')) {
      requireShort(rest);
      continue;
    }
    const lines = rest.split('\n');
    for (const line of lines) requireShort(line);
    rest = lines.pop()!;
    linesLeft -= lines.length;
    if (linesLeft < 0) throw new InvalidBundle(`A version has at most ${MAX_FILES} files.`);
    yield* lines;
  }
  if (rest !== '') throw new InvalidBundle('The bundle ends within a line.');
}

function requireShort(line: string): void {
  if (line.length > MAX_LINE_LENGTH)
    throw new InvalidBundle(`A file of a version has at most ${MAX_FILE_BYTES} bytes.`);
}

function parseFile(line: string): { path: string; content: Buffer } {
  let content: unknown;
  try {
    content = JSON.parse(line);
  } catch {
    throw new InvalidBundle('A line is not JSON.');
  }
  const { data, error } = fileSchema.safeParse(content);
  if (data !== undefined) return { path: data.path, content: decode(data) };
  const { path, message } = error.issues[0]!;
  throw new InvalidBundle(`A file is not valid at ${path.join('.') || 'its end'}: ${message}.`);
}

/** Decodes a file; other text than canonical base64 is refused. */
function decode({ path, base64 }: z.infer<typeof fileSchema>): Buffer {
  const content = Buffer.from(base64, 'base64');
  if (content.toString('base64') === base64) return content;
  throw new InvalidBundle(`The bytes of ${path} are not base64.`);
}

/** The bundle of a version, without its compressed forms. */
export function* createBundle(files: VersionFiles): Generator<Buffer> {
  for (const [path, content] of files) {
    if (COMPRESSED.test(path)) continue;
    yield Buffer.from(`${JSON.stringify({ path, base64: content.toString('base64') })}\n`);
  }
}
