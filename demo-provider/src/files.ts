import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package folder holds `public` and `schema.sql`. A compiled program may also have copies of them beside it. */
const ownFolder = dirname(fileURLToPath(import.meta.url));
const folder = existsSync(join(ownFolder, 'schema.sql')) ? ownFolder : join(ownFolder, '..');

export const publicFolder = join(folder, 'public');
export const schemaFile = join(folder, 'schema.sql');
