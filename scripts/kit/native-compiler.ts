import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(createRequire(import.meta.url).resolve('@palier/types-compiler/package.json'));

/** TypeScript's native compiler, of a package of its own in this repository. */
export const nativeCompiler = (): string =>
  join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
