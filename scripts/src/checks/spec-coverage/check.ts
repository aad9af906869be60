import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../paths';

const DOCUMENT = 'docs/spec-coverage.md';
/** Fewer rows mean that the table was not read, not that all is well. */
const FEWEST_ROWS = 90;

interface CoverageRow {
  readonly sentence: string;
  readonly files: readonly string[];
  /** `file › title` each: a test of that file whose title begins so. */
  readonly tests: readonly string[];
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

/** The rows of the document's tables: sentence, files, tests. */
export function readRows(markdown: string): CoverageRow[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Sentence') && !line.startsWith('|---'))
    .map((line) => {
      const [, sentence = '', files = '', tests = ''] = line.split('|').map((cell) => cell.trim());
      return { sentence, files: quoted(files), tests: quoted(tests) };
    });
}

const readText = (path: string): Promise<string | null> =>
  readFile(join(ROOT, path), 'utf8').catch(() => null);

const straight = (text: string): string => text.replaceAll('\\', '').replaceAll('’', "'");

const hasTitle = (text: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => straight(text).includes(quote + straight(title)));

/** What is untrue of a row: a file that is not there, a test that its file does not hold. */
export async function faultsOf(
  { sentence, files, tests }: CoverageRow,
  read: (path: string) => Promise<string | null> = readText,
): Promise<string[]> {
  const faults: string[] = [];
  if (files.length === 0) faults.push(`“${sentence}” names no file`);
  if (tests.length === 0) faults.push(`“${sentence}” names no test`);
  for (const file of files) {
    if ((await read(file)) === null) faults.push(`“${sentence}” names ${file}, which is not there`);
  }
  for (const test of tests) {
    const [file = '', title = ''] = test.split(' › ');
    const text = await read(file);
    if (text === null) faults.push(`“${sentence}” names ${file}, which is not there`);
    else if (title === '' || !hasTitle(text, title))
      faults.push(`“${sentence}”: ${file} holds no test “${title}”`);
  }
  return faults;
}

/** Everything untrue in docs/spec-coverage.md; nothing when it holds. */
export async function checkSpecCoverage(): Promise<string[]> {
  const rows = readRows((await readText(DOCUMENT)) ?? '');
  if (rows.length < FEWEST_ROWS) return [`${DOCUMENT} has ${rows.length} rows, fewer than ${FEWEST_ROWS}`];
  return (await Promise.all(rows.map((row) => faultsOf(row)))).flat();
}
