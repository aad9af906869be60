import { abortAfter } from './abort-after';
import type { RemoteVersion } from './registry';

const REFRESH_LIMIT_MS = 1_500;

const folderOf = (address: string): string => new URL('.', new URL(address, window.location.href)).href;

/**
 * Removes the remains of a failed try: pending tags, which the chunk loader would wait for, and cached
 * copies, which may be damaged.
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
