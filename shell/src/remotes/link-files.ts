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
    // The chunk loader asks with CORS wherever it checks a hash; asked otherwise, the file would be fetched twice.
    if (hash !== undefined && href !== version.entry) link.crossOrigin = 'anonymous';
    else if (needsCors(href)) link.crossOrigin = 'anonymous';
    if (hash !== undefined) link.integrity = hash;
    document.head.append(link);
  }
}
