import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Replaces scripts/kit/native-compiler.ts in the kit, which has both compilers under names of their own. */
export const nativeCompiler = (): string =>
  join(dirname(require.resolve('typescript-native/package.json')), 'bin/tsc');
