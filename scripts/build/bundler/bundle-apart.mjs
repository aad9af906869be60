import { build } from 'esbuild';
import { OLDEST_BROWSERS } from './base-config.mjs';

/**
 * Bundles a program apart from the page's modules, because it runs without them.
 * @param {string} entry the program's file
 * @param {Record<string, string>} define
 */
export async function bundleApart(entry, define = {}) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    outdir: '/',
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: OLDEST_BROWSERS,
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    logLevel: 'silent',
  });
  return outputFiles;
}
