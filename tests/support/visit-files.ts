import type { Page } from '@playwright/test';
import { untilTrue } from './wait-until';

/** For the news of a file that was received: a screen that can be used has received all of its files. */
const WAIT_LIMIT_MS = 30_000;

/** A file that a visit transfers. */
export interface VisitFile {
  readonly path: string;
  /** On the wire, with headers; 0 from the browser's cache. */
  readonly bytes: number;
  /** The encoded content alone. */
  readonly contentBytes: number;
  /** Its content encoding; empty without one. */
  readonly encoding: string;
}

const NOTHING: Omit<VisitFile, 'path'> = { bytes: 0, contentBytes: 0, encoding: '' };

const isCode = (path: string): boolean => /\.(js|css)$/.test(path);

/** The addresses of the scripts and styles that a document names. */
function namedIn(html: string): string[] {
  const addresses = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+)"/g)];
  return [...new Set(addresses.map(([, address]) => address!.replaceAll('&amp;', '&')))].filter(isCode);
}

/**
 * Opens `path` and returns the files of the visit: the document, and the scripts and styles that it names.
 * They are everything that a screen needs before it can be used (decision 0122); answers of the API, which are
 * data, are not among them. `usable` waits until the screen can be used.
 */
export async function filesOfVisit(
  page: Page,
  path: string,
  usable: () => Promise<unknown>,
): Promise<readonly VisitFile[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const requests = new Map<string, { path: string; encoding: string; headerBytes: number }>();
  const files = new Map<string, VisitFile>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    requests.set(requestId, { path: new URL(request.url).pathname, encoding: '', headerBytes: 0 }),
  );
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (request === undefined) return;
    const { headers } = response;
    request.headerBytes = response.encodedDataLength;
    request.encoding = headers['content-encoding'] ?? headers['Content-Encoding'] ?? '';
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request === undefined) return;
    // A preloaded file is requested twice, the second time from the cache.
    const before = files.get(request.path) ?? NOTHING;
    const bytes = before.bytes + encodedDataLength;
    const contentBytes = before.contentBytes + Math.max(0, encodedDataLength - request.headerBytes);
    files.set(request.path, {
      ...request,
      encoding: before.encoding || request.encoding,
      bytes,
      contentBytes,
    });
  });
  const response = await page.goto(path);
  const named = namedIn((await response?.text()) ?? '');
  await usable();
  const paths = [response?.url() ?? '', ...named].map((address) => new URL(address, page.url()).pathname);
  await untilTrue(() => paths.every((one) => files.has(one)), WAIT_LIMIT_MS);
  await session.detach();
  return paths.map((one) => files.get(one) ?? { ...NOTHING, path: one });
}

export const bytesOf = (files: readonly VisitFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

export const contentBytesOf = (files: readonly VisitFile[]): number =>
  files.reduce((sum, { contentBytes }) => sum + contentBytes, 0);
