import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `public` and `schema.sql` are in the package folder, or beside the compiled program when they were copied there. */
const ownFolder = dirname(fileURLToPath(import.meta.url));
const folder = existsSync(join(ownFolder, 'schema.sql')) ? ownFolder : join(ownFolder, '..');

export const publicFolder = join(folder, 'public');
export const schemaFile = join(folder, 'schema.sql');
