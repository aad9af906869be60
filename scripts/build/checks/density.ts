import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ROOT } from '@palier/base/paths';

/** The limits of CONTRIBUTING.md that oxlint does not hold. */
const MOST_COLUMNS = 110;
const MOST_CELL_CHARACTERS = 200;
const MOST_SQL_LINES = 70;

const TEXTS = /\.(tsx?|[cm]?js|css|sql|md|sh|ya?ml|conf|cfg|ini|service|timer|example)$|(^|\/)Dockerfile$/;
const SKIPPED = new Set([
  'node_modules',
  'dist',
  'dist-standalone',
  'test-results',
  '.cache',
  '.git',
  '.data',
]);
/** Files that a program writes. */
const GENERATED = new Set([
  'docs/benchmarks.md',
  'docs/drill.md',
  'docs/events.md',
  'docs/faults.md',
  'server/test/api/schema-snapshot.sql',
]);
/**
 * The functions of the two most frequent calls. Each part that becomes a function of its own costs the
 * call 2.5 to 2.9 % more instructions.
 */
const LONG_SQL_FUNCTIONS = new Set(['post_agent_transfer', 'apply_game_batch']);

/** A line of a text that exceeds a limit. */
export interface Excess {
  readonly line: number;
  readonly why: string;
}

const hasAddress = (line: string): boolean => /\b[a-z]+:\/\//.test(line);
const isTableRow = (line: string): boolean => /^\s*\|/.test(line);
const cellsOf = (row: string): string[] => row.split(/(?<!\\)\|/).map((cell) => cell.trim());

function whyTooWide(line: string, isDocument: boolean): string | null {
  if (isDocument && isTableRow(line)) {
    const widest = Math.max(...cellsOf(line).map((cell) => [...cell].length));
    return widest > MOST_CELL_CHARACTERS ? `a cell has ${widest} characters` : null;
  }
  const columns = [...line].length;
  return columns > MOST_COLUMNS && !hasAddress(line) ? `${columns} columns` : null;
}

const isFence = (line: string): boolean => line.startsWith('```');
const isIndented = (line: string): boolean => line.startsWith('    ');

/**
 * The lines of a text that are wider than the limit, and the table cells of a document that are too long.
 * Commands and messages that a document shows are copied whole, so they may be wider.
 */
export function wideLines(text: string, isDocument: boolean): Excess[] {
  let isInFence = false;
  return text.split('\n').flatMap((line, index) => {
    if (isDocument && isFence(line)) isInFence = !isInFence;
    if (isDocument && (isInFence || isIndented(line))) return [];
    const why = whyTooWide(line, isDocument);
    return why === null ? [] : [{ line: index + 1, why }];
  });
}

const SQL_FUNCTION = /^create (?:or replace )?(?:function|procedure) (\w+)/i;
/** The quotes that open and close a function's body; or the body is `begin atomic … end;`. */
const DOLLAR_QUOTE = /\$\w*\$/g;

/** The SQL functions of a text that have more lines than the limit, from `create` to the end of the body. */
export function longSqlFunctions(text: string): Excess[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const name = SQL_FUNCTION.exec(line)?.[1];
    if (name === undefined || LONG_SQL_FUNCTIONS.has(name)) return [];
    let quotes = 0;
    let end = index;
    for (; end < lines.length; end += 1) {
      quotes += lines[end]!.match(DOLLAR_QUOTE)?.length ?? 0;
      if (quotes >= 2) break;
    }
    const count = end - index + 1;
    return count > MOST_SQL_LINES ? [{ line: index + 1, why: `${name} has ${count} lines` }] : [];
  });
}

async function textFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : textFilesIn(path);
      return TEXTS.test(path) ? [path] : [];
    }),
  );
  return found.flat();
}

async function excessesOf(path: string): Promise<string[]> {
  const name = relative(ROOT, path).split(sep).join('/');
  if (GENERATED.has(name)) return [];
  const text = await readFile(path, 'utf8');
  const excesses = wideLines(text, name.endsWith('.md'));
  if (name.endsWith('.sql')) excesses.push(...longSqlFunctions(text));
  return excesses.map(({ line, why }) => `${name}:${line}: ${why}`);
}

/** Each place of the repository that exceeds a limit of text, as `file:line: why`. */
export async function findExcesses(): Promise<string[]> {
  const found = await Promise.all((await textFilesIn(ROOT)).map(excessesOf));
  return found.flat().sort();
}
