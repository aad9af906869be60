import { needsCors } from './needs-cors';
import type { RemoteVersion } from './registry';

/** Asks the browser for a version's entry, chunks and styles ahead of the runtime; what is linked already is left alone. */
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
    // The chunk loader asks for a script with CORS wherever it checks a hash; asked otherwise, it would be fetched twice.
    const isCheckedChunk = as === 'script' && hash !== undefined && href !== version.entry;
    if (isCheckedChunk || needsCors(href)) link.crossOrigin = 'anonymous';
    if (hash !== undefined) link.integrity = hash;
    document.head.append(link);
  }
}
