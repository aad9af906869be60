import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  compressUsingDict,
  createCCtx,
  createDCtx,
  decompressUsingDict,
  freeCCtx,
  freeDCtx,
  init,
} from '@bokuweb/zstd-wasm';

/** How small a form gets: a higher level takes twice the time for 0.1 % fewer bytes. */
const LEVEL = 19;
/** The begin of content encoded with `dcz`; the SHA-256 of the dictionary follows (RFC 9842, section 5). */
const MAGIC = Buffer.from('5e2a4d1820000000', 'hex');
const HASH_BYTES = 32;

/** A built script or style: its stem, the hash of its content, its type. */
const BUILT_FILE = /^((?:[\w-]+\/)*[\w-]+)\.[0-9a-f]{8}\.(js|css)$/;
/** The end of a form's name after the name of its file: the hash of the dictionary. */
export const DICTIONARY_FORM = /\.[0-9a-f]{64}\.dcz$/;

/**
 * What all versions of a built file are named, as the pattern that tells browsers for which files this one is
 * a dictionary: `main.*.js`. Null for other files.
 */
export function patternOf(path: string): string | null {
  const [, stem, type] = BUILT_FILE.exec(path) ?? [];
  return stem === undefined ? null : `${stem}.*.${type}`;
}

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** The name of the form of `path` that needs the dictionary with this hash. */
export const dictionaryFormOf = (path: string, dictionaryHash: string): string =>
  `${path}.${dictionaryHash}.dcz`;

/** Names the encoding, and not with the weight 0, which refuses it. */
const TAKES_FORMS = /(?:^|,)\s*dcz\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;

/** The hash of the dictionary that a browser offers for the file it asks for; null without a usable one. */
export function offeredDictionary(headers: IncomingHttpHeaders): string | null {
  if (!TAKES_FORMS.test(headers['accept-encoding']?.toString() ?? '')) return null;
  const [, offered] = /^:([\w+/]{43}=):$/.exec(headers['available-dictionary']?.toString() ?? '') ?? [];
  return offered === undefined ? null : Buffer.from(offered, 'base64').toString('hex');
}

let ready: Promise<void> | null = null;

/** The form of `content` for browsers that have `dictionary`, as content encoded with `dcz`. */
export async function compressWithDictionary(content: Buffer, dictionary: Buffer): Promise<Buffer> {
  await (ready ??= init());
  const context = createCCtx();
  try {
    const frame = compressUsingDict(context, content, dictionary, LEVEL);
    return Buffer.concat([MAGIC, Buffer.from(sha256(dictionary), 'hex'), frame]);
  } finally {
    freeCCtx(context);
  }
}

/** The content of a form. Throws when it is damaged, or longer than `mostBytes`. */
export async function expandWithDictionary(
  form: Buffer,
  dictionary: Buffer,
  mostBytes: number,
): Promise<Buffer> {
  const head = Buffer.concat([MAGIC, Buffer.from(sha256(dictionary), 'hex')]);
  const frame = form.subarray(MAGIC.length + HASH_BYTES);
  if (!form.subarray(0, head.length).equals(head)) throw new Error('the form is of another dictionary');
  if (contentSize(frame) > mostBytes) throw new Error('the form is too long');
  await (ready ??= init());
  const context = createDCtx();
  try {
    return Buffer.from(decompressUsingDict(context, frame, dictionary));
  } finally {
    freeDCtx(context);
  }
}

/** Widths of the field that states how long a frame's content is, by the two bits of its descriptor. */
const SIZE_WIDTHS = [1, 2, 4, 8];

/** The length of a Zstandard frame's content (RFC 8878, section 3.1.1.1); infinite when it has none. */
function contentSize(frame: Buffer): number {
  const descriptor = frame[4] ?? 0;
  const isSingle = (descriptor & 32) !== 0;
  const flag = descriptor >> 6;
  // The library writes no dictionary id.
  const hasId = (descriptor & 3) !== 0;
  const width = SIZE_WIDTHS[flag]!;
  const start = isSingle ? 5 : 6;
  if (hasId || (flag === 0 && !isSingle) || frame.length < start + width) return Infinity;
  if (width === 8) return Number(frame.readBigUInt64LE(start));
  return frame.readUIntLE(start, width) + (width === 2 ? 256 : 0);
}
