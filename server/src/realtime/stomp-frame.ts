/** A frame of a client. Header names and values are as sent, with escapes (see `headersOf`). */
export interface ClientFrame {
  readonly command: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** A header's first value counts (STOMP 1.2). */
export type FrameHeaders = Partial<Record<string, string>>;

/** The longest valid frame contains a token. Longer frames are refused before they are complete. */
const MAX_FRAME_LENGTH = 8 * 1024;
const MAX_HEADERS = 32;
const MAX_COMMAND_LENGTH = 16;

/**
 * The protocol versions that the server speaks: not 1.0, whose subscriptions and acknowledgements need no id.
 */
export const VERSIONS = ['1.2', '1.1'] as const;
export type Version = (typeof VERSIONS)[number];

/**
 * Thrown for a text that is not STOMP; the message may be sent to the client. `headers` are those of the
 * frame, as sent, if they are known.
 */
export class MalformedFrame extends Error {
  constructor(
    message: string,
    readonly headers: ClientFrame['headers'] = [],
  ) {
    super(message);
  }
}

/**
 * Splits a text into complete frames and the rest, an unfinished frame. Bodies are not parsed: SEND is
 * refused anyway, and no other frame of a client may have a body. Throws MalformedFrame.
 */
export function takeFrames(text: string): { frames: ClientFrame[]; rest: string } {
  const frames: ClientFrame[] = [];
  let start = skipHeartBeats(text, 0);
  while (start < text.length) {
    const end = text.indexOf('\0', start);
    if ((end === -1 ? text.length : end) - start > MAX_FRAME_LENGTH)
      throw new MalformedFrame('frame too large');
    if (end === -1) break;
    frames.push(readFrame(text.slice(start, end)));
    start = skipHeartBeats(text, end + 1);
  }
  return { frames, rest: text.slice(start) };
}

function skipHeartBeats(text: string, from: number): number {
  let at = from;
  while (text[at] === '\n' || (text[at] === '\r' && text[at + 1] === '\n')) at += 1;
  return at;
}

function readFrame(text: string): ClientFrame {
  const lines = text
    .split('\n', MAX_HEADERS + 3)
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const command = lines[0] ?? '';
  if (command.length > MAX_COMMAND_LENGTH || !/^[A-Z]+$/.test(command))
    throw new MalformedFrame('unknown command');
  const headers: (readonly [name: string, value: string])[] = [];
  let line = 1;
  for (; lines[line] !== ''; line += 1) {
    const header = lines[line];
    if (header === undefined) throw new MalformedFrame('frame without an end of headers');
    if (headers.length >= MAX_HEADERS) throw new MalformedFrame('too many headers');
    headers.push(readHeader(header));
  }
  if (command !== 'SEND') refuseBody(headers, lines.slice(line + 1));
  return { command, headers };
}

function readHeader(header: string): readonly [name: string, value: string] {
  const colon = header.indexOf(':');
  if (colon < 1 || header.includes('\r')) throw new MalformedFrame('malformed header');
  return [header.slice(0, colon), header.slice(colon + 1)];
}

function refuseBody(headers: ClientFrame['headers'], body: readonly string[]): void {
  const length = headers.find(([name]) => name === 'content-length')?.[1];
  if (length !== undefined && length !== '0')
    throw new MalformedFrame('content-length does not fit', headers);
  if (body.length > 1 || (body.length === 1 && body[0] !== ''))
    throw new MalformedFrame('body not allowed', headers);
}

/** STOMP 1.1 has no escape for a carriage return. */
const ESCAPES: Record<Version, Partial<Record<string, string>>> = {
  '1.1': { '\\n': '\n', '\\c': ':', '\\\\': '\\' },
  '1.2': { '\\r': '\r', '\\n': '\n', '\\c': ':', '\\\\': '\\' },
};

/**
 * The headers by name, unescaped except in CONNECT, which has no escapes. Throws MalformedFrame for an escape
 * that the version does not define, as STOMP requires.
 */
export function headersOf({ command, headers }: ClientFrame, version: Version): FrameHeaders {
  const hasEscapes = command !== 'CONNECT' && command !== 'STOMP';
  const named: FrameHeaders = Object.create(null) as FrameHeaders;
  for (const [name, value] of headers) {
    const key = hasEscapes ? unescaped(name, version) : name;
    const meant = hasEscapes ? unescaped(value, version) : value;
    if (key === null || meant === null) throw new MalformedFrame('unknown escape', headers);
    named[key] ??= meant;
  }
  return named;
}

/** The receipt that a malformed frame asks for, if its own header can be read. */
export function receiptOf({ headers }: MalformedFrame, version: Version): string | undefined {
  const sent = headers.find(([name]) => name === 'receipt')?.[1];
  return sent === undefined ? undefined : (unescaped(sent, version) ?? undefined);
}

/** Null for an escape that the version does not define. */
function unescaped(text: string, version: Version): string | null {
  if (!text.includes('\\')) return text;
  const escapes = text.match(/\\.?/gs) ?? [];
  if (escapes.some((escape) => ESCAPES[version][escape] === undefined)) return null;
  return text.replace(/\\.?/gs, (escape) => ESCAPES[version][escape] ?? '');
}

/** Writes a frame of the server. All commands except CONNECTED escape their headers. */
export function textOfFrame(command: string, headers: Record<string, string>, body = ''): string {
  let head = command;
  for (const [name, value] of Object.entries(headers))
    head += `\n${name}:${command === 'CONNECTED' ? value : escaped(value)}`;
  if (body !== '') head += `\ncontent-length:${Buffer.byteLength(body)}`;
  return `${head}\n\n${body}\0`;
}

const escaped = (text: string): string =>
  text.replace(/[\r\n:\\]/g, (letter) => `\\${{ '\r': 'r', '\n': 'n', ':': 'c' }[letter] ?? '\\'}`);
