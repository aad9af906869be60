import { resolve } from 'node:path';
import { build } from 'esbuild';
import { OLDEST_BROWSERS } from './base-config.mjs';

/**
 * Bundles a program apart from the page's modules, because it runs without them.
 * @param {string} entry the program's file
 * @param {Record<string, string>} define
 * @returns its files, and the paths of its sources
 */
export async function bundleProgram(entry, define = {}) {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    outdir: '/',
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'iife',
    target: OLDEST_BROWSERS,
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    logLevel: 'silent',
  });
  return { files: outputFiles, sources: Object.keys(metafile.inputs).map((file) => resolve(file)) };
}
