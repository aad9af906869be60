import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { ROOT } from '@palier/base/paths';
import { run } from '@palier/base/process/run';

interface ResultLine {
  readonly id: string;
  /** The first cell has the id in bold, then this text. */
  readonly title?: string;
  readonly cells: readonly string[];
}

/**
 * Writes the line of one row into the table of a page of results. The page keeps the lines of the other
 * `ids`, in their order, and its text, which is written by hand but for the machine.
 * @param page its path in the repository
 */
export async function storeLine(page: string, ids: readonly string[], line: ResultLine): Promise<void> {
  const file = path.resolve(ROOT, page);
  const text = await readFile(file, 'utf8');
  const lines = new Map(Array.from(text.matchAll(/^\| \*\*([\w-]+)\*\*.*\n/gm), ([all, id]) => [id, all]));
  const { id, title = '', cells } = line;
  const escaped = [`**${id}** ${title}`.trim(), ...cells].map((cell) => cell.replaceAll('|', '\\|'));
  lines.set(id, `| ${escaped.join(' | ')} |\n`);
  const table = ids.map((one) => lines.get(one) ?? '').join('');
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;
  await writeFile(
    file,
    text
      .replace(/^(Machine of the last run: ).*/m, (_, words: string) => words + machine)
      .replace(/^(\|-.*\n)(\| \*\*.*\n)*/m, (_, head: string) => head + table),
  );
}

/** Now in UTC, to the minute. */
export const now = (): string => new Date().toISOString().slice(0, 16).replace('T', ' ');

/** The system's load average over the last minute. */
export const currentLoad = (): number => Math.round(loadavg()[0]! * 10) / 10;

/** The commit, with a + when files of server or shared differ from it. */
export async function currentCommit(): Promise<string> {
  const { code, output } = await run('git', ['rev-parse', '--short=9', 'HEAD']);
  const changed = await run('git', ['diff', '--quiet', 'HEAD', '--', ':/server', ':/shared']);
  return code === 0 ? output.trim() + (changed.code === 0 ? '' : '+') : '–';
}
