import { abortAfter } from './abort-after';
import type { RemoteVersion } from './registry';

/** What a fresh copy of a file may take before the next try goes on without it. */
const REFRESH_LIMIT_MS = 1_500;

const folderOf = (address: string): string => new URL('.', new URL(address, window.location.href)).href;

/**
 * Clears what a failed try left of a version: tags that are still waiting, which the chunk loader would wait for in turn,
 * and copies in the browser's cache, which may be the damaged ones.
 */
export async function discardFailedLoad({ entry, preload, styles }: RemoteVersion): Promise<void> {
  const folder = folderOf(entry);
  for (const script of document.querySelectorAll('script'))
    if (script.src.startsWith(folder)) script.remove();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.href.startsWith(folder) && link.sheet === null) link.remove();
  const signal = abortAfter(REFRESH_LIMIT_MS);
  const refresh = async (address: string): Promise<unknown> => {
    const response = await fetch(address, { cache: 'reload', signal });
    return response.arrayBuffer();
  };
  await Promise.allSettled([...preload, ...styles].map(refresh));
}
