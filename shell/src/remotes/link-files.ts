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
    if (needsCors(href)) link.crossOrigin = 'anonymous';
    if (href === version.entry && typeof version.integrity === 'string') link.integrity = version.integrity;
    document.head.append(link);
  }
}
