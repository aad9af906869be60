import type { RemoteVersion } from './registry';

/**
 * Whether a file is fetched with CORS, by the rule of webpack's chunk loader: otherwise a preloaded file
 * would be fetched twice.
 */
export const needsCors = (address: string): boolean =>
  new URL(address, window.location.href).origin !== window.location.origin;

/** Preloads or prefetches the entry, chunks and styles of a version, each once. */
export function linkFiles(version: RemoteVersion, rel: 'preload' | 'prefetch'): void {
  const scripts = [version.entry, ...version.preload].map((href) => ({ href, as: 'script' }));
  const styles = version.styles.map((href) => ({ href, as: 'style' }));
  for (const { href, as } of [...scripts, ...styles]) {
    if (document.head.querySelector(`link[href="${CSS.escape(href)}"]`) !== null) continue;
    const link = document.createElement('link');
    link.rel = rel;
    link.as = as;
    link.href = href;
    const hash = version.integrity[href];
    if (needsCors(href)) link.crossOrigin = 'anonymous';
    if (hash !== undefined) link.integrity = hash;
    document.head.append(link);
  }
}
