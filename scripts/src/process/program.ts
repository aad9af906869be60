import { join } from 'node:path';
import { compiledFile } from '../build/compiled-file.mjs';
import { ROOT } from '../paths';
import { packageFolders } from '../workspaces.mjs';

const isCompiled = process.argv[1]?.endsWith('.mjs') === true;

/**
 * Node's arguments for a program of this repository. A compiled process starts the compiled form; a process that runs from its
 * sources through tsx, such as a single test file, starts the source.
 * @param source the program's path in the repository
 */
export const program = (source: string): string[] =>
  isCompiled
    ? ['--enable-source-maps', join(ROOT, compiledFile(source, packageFolders()))]
    : ['--import', 'tsx', join(ROOT, source)];
