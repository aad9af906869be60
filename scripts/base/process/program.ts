import { join } from 'node:path';
import { compiledFile } from './compiled-file.mjs';
import { ROOT } from '../paths';
import { packageFolders } from '../workspaces.mjs';

const isCompiled = process.argv[1]?.endsWith('.mjs') === true;

/**
 * Node's arguments for a program of this repository: the compiled file from a compiled process, else the
 * source through tsx.
 * @param source the program's path in the repository
 */
export const program = (source: string): string[] =>
  isCompiled
    ? ['--enable-source-maps', join(ROOT, compiledFile(source, packageFolders()))]
    : ['--import', 'tsx', join(ROOT, source)];
