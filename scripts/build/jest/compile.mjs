import { createHash } from 'node:crypto';
import { version, transformSync } from 'esbuild';

const OPTIONS = {
  format: 'cjs',
  target: 'es2022',
  jsx: 'automatic',
  sourcemap: 'external',
  // Jest has no `import()` of modules that it loads itself.
  supported: { 'dynamic-import': false },
};

export const compile = (source, file) =>
  transformSync(source, { ...OPTIONS, loader: file.endsWith('.ts') ? 'ts' : 'tsx', sourcefile: file });

/** Transformer of our sources and of ES modules. */
export default {
  getCacheKey: (source, file) => createHash('sha256').update(`${version} ${file} ${source}`).digest('hex'),
  process: compile,
};
