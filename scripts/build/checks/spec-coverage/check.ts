import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '@palier/base/paths';

const DOCUMENT = 'docs/spec-coverage.md';
/** Fewer rows mean that the tables were not found. */
const MIN_ROWS = 90;

interface CoverageRow {
  readonly sentence: string;
  readonly files: readonly string[];
  /** `file › title`: a test of the file whose title starts with `title`. */
  readonly tests: readonly string[];
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

/** The rows of the tables; a row whose sentence is ″ continues the row above, so that cells stay short. */
export function readRows(markdown: string): CoverageRow[] {
  const rows: CoverageRow[] = [];
  const lines = markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Sentence') && !line.startsWith('|---'));
  for (const line of lines) {
    const [, sentence = '', files = '', tests = ''] = line.split('|').map((cell) => cell.trim());
    const above = sentence === '″' ? rows.pop() : undefined;
    rows.push({
      sentence: above?.sentence ?? sentence,
      files: [...(above?.files ?? []), ...quoted(files)],
      tests: [...(above?.tests ?? []), ...quoted(tests)],
    });
  }
  return rows;
}

/** A file of the repository; null when there is none. */
export const readText = (path: string): Promise<string | null> =>
  readFile(join(ROOT, path), 'utf8').catch(() => null);

const normalizeQuotes = (text: string): string => text.replaceAll('\\', '').replaceAll('’', "'");

/** Whether a file of tests has a title that begins with `title`, or is it as a whole. */
export const hasTest = (text: string, title: string, { isWhole = false } = {}): boolean =>
  ["'", '"', '`'].some((quote) =>
    normalizeQuotes(text).includes(quote + normalizeQuotes(title) + (isWhole ? quote : '')),
  );

/** The errors of a row: missing files and tests. */
export async function faultsOf(
  { sentence, files, tests }: CoverageRow,
  read: (path: string) => Promise<string | null> = readText,
): Promise<string[]> {
  const faults: string[] = [];
  if (files.length === 0) faults.push(`“${sentence}” names no file`);
  if (tests.length === 0) faults.push(`“${sentence}” names no test`);
  for (const file of files) {
    if ((await read(file)) === null) faults.push(`“${sentence}” names ${file}, which does not exist`);
  }
  for (const test of tests) {
    const [file = '', title = ''] = test.split(' › ');
    const text = await read(file);
    if (text === null) faults.push(`“${sentence}” names ${file}, which does not exist`);
    else if (title === '' || !hasTest(text, title))
      faults.push(`“${sentence}”: ${file} has no test “${title}”`);
  }
  return faults;
}

/** All errors in docs/spec-coverage.md. */
export async function checkSpecCoverage(): Promise<string[]> {
  const rows = readRows((await readText(DOCUMENT)) ?? '');
  if (rows.length < MIN_ROWS) return [`${DOCUMENT} has ${rows.length} rows, fewer than ${MIN_ROWS}`];
  return (await Promise.all(rows.map((row) => faultsOf(row)))).flat();
}
