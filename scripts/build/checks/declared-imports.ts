import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '@palier/base/paths';
import { packageFolders, readManifest } from '@palier/base/workspaces.mjs';

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const SOURCES = /\.(ts|tsx|mjs|cjs)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'dist-standalone', '.cache']);
/** An import, a re-export, a dynamic import or a resolved path of another workspace. */
const WORKSPACE_IMPORT = /(?:from|import|import\(|resolve\()\s*['"](@palier\/[a-z0-9-]+)/g;

/** The names of the workspaces that a text imports. */
export function importedWorkspaces(text: string): string[] {
  const names = [...text.matchAll(WORKSPACE_IMPORT)].map(([, name]) => name!);
  return [...new Set(names)].sort();
}

async function sourceFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourceFilesIn(path);
      return SOURCES.test(entry.name) ? [path] : [];
    }),
  );
  return found.flat();
}

/** The workspaces that a package's sources import and that its manifest does not declare. */
async function undeclaredImportsOf(folder: string): Promise<string[]> {
  const { name, dependencies, devDependencies } = readManifest(folder) as Manifest;
  const declared = new Set([name, ...Object.keys({ ...dependencies, ...devDependencies })]);
  const texts = await Promise.all(
    (await sourceFilesIn(join(ROOT, folder))).map((file) => readFile(file, 'utf8')),
  );
  const imported = new Set(texts.flatMap(importedWorkspaces));
  return [...imported].filter((one) => !declared.has(one)).map((one) => `${folder} imports ${one}`);
}

/** Each import of a workspace that the importing package's manifest does not declare, as a sentence. */
export async function undeclaredImports(): Promise<string[]> {
  const found = await Promise.all(packageFolders().map(undeclaredImportsOf));
  return found.flat().sort();
}
