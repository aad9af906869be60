import { join } from 'node:path';
import { ROOT } from '../paths';

/** How Node is told to run a TypeScript file of this repository. */
export const program = (path: string): string[] => ['--import', 'tsx', join(ROOT, path)];
