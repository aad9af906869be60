import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ROOT } from '@palier/base/paths';
import { verificationFindings } from './asvs';
import { refusalFindings } from './refusals';

const SKIPPED = new Set(['node_modules', 'dist', 'dist-standalone', 'test-results']);
const PAGES_OF_FIGURES = ['benchmarks', 'faults', 'drill'] as const;
const FIGURE = /\[([^\]]+)\]\([^)\s]*\b(benchmarks|faults|drill)\.md#([\w-]+)\)/g;
const QUOTED_PATH = /`([\w.@-]+\/[\w.@/-]*)`/g;
/** Folders of builds, which a clean clone does not have. */
const BUILT = /(?:^|\/)(?:dist|node_modules)(?:\/|$)/;

/** The rows of the pages of figures, by page and row, for example `benchmarks#bets`. */
export type FigureRows = ReadonlyMap<string, string>;

/** The rows of one page whose first cell begins with a bold name. */
export function rowsOf(page: string, text: string): [string, string][] {
  return [...text.matchAll(/^\| \*\*([\w-]+)\*\*.*$/gm)].map(([row, name]) => [`${page}#${name!}`, row]);
}

/**
 * Whether a row has a figure that is not a part of a longer one: 2,350 stands in "2,350 /s", not in "12,350".
 */
function hasFigure(row: string, figure: string): boolean {
  const literal = figure.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\d.,])${literal}(?![\\d]|[.,]\\d)`).test(row);
}

/** Each figure that links to a row, as `[2,350](benchmarks.md#bets)`, and that the row does not have. */
export function wrongFigures(text: string, rows: FigureRows): string[] {
  return [...text.matchAll(FIGURE)].flatMap(([, figure, page, name]) => {
    const row = rows.get(`${page!}#${name!}`);
    if (row === undefined) return [`${page!}.md has no row "${name!}"`];
    return hasFigure(row, figure!) ? [] : [`row "${name!}" of ${page!}.md has no figure "${figure!}"`];
  });
}

/** Each path in backticks that begins with a folder of the repository and does not exist. */
export function missingPaths(
  text: string,
  folders: ReadonlySet<string>,
  exists: (path: string) => boolean,
): string[] {
  return [...text.matchAll(QUOTED_PATH)]
    .map(([, path]) => path!)
    .filter((path) => folders.has(path.split('/')[0]!) && !path.includes('NNNN') && !BUILT.test(path))
    .filter((path) => !exists(path))
    .map((path) => `there is no ${path}`);
}

async function documentsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : documentsIn(path);
      }
      return entry.name.endsWith('.md') ? [path] : [];
    }),
  );
  return found.flat();
}

/**
 * Each false figure and missing path of all documents, and each false row of docs/asvs.md and
 * docs/refusals.md, as a sentence.
 */
export async function documentFindings(): Promise<string[]> {
  const pages = await Promise.all(
    PAGES_OF_FIGURES.map(async (page) => rowsOf(page, await readFile(join(ROOT, `docs/${page}.md`), 'utf8'))),
  );
  const rows = new Map(pages.flat());
  const top = await readdir(ROOT, { withFileTypes: true });
  const folders = new Set([
    ...top.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    // Folders that do not exist: a path in them counts as missing.
    'tools',
    'e2e',
  ]);
  const exists = (path: string): boolean => existsSync(join(ROOT, path));
  const found = await Promise.all(
    (await documentsIn(ROOT)).map(async (file) => {
      const text = await readFile(file, 'utf8');
      return [...wrongFigures(text, rows), ...missingPaths(text, folders, exists)].map(
        (finding) => `${relative(ROOT, file)}: ${finding}`,
      );
    }),
  );
  return [...found.flat().sort(), ...(await verificationFindings()), ...(await refusalFindings())];
}
