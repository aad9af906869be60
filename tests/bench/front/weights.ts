import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';
import { CommandError } from '@palier/base/command';
import { CACHE, REMOTES, ROOT } from '@palier/base/paths';
import { runNode } from '@palier/base/process/run';
import { folderOfRemote } from '@palier/base/workspaces.mjs';
import { DESCRIPTION_FILE } from '@palier/build/front/description-file.mjs';

const require = createRequire(import.meta.url);
const REPORT = join(ROOT, 'docs/first-visit.md');
/** Parts below this weight share a line of the report. */
const LEAST_BYTES = 200;

/** The bytes of each part of some files, compressed with brotli. */
type Weights = ReadonlyMap<string, number>;

const compressedSize = (text: string | Buffer): number => brotliCompressSync(text).length;

/** The library or the folder of ours that a source belongs to. */
function partOf(source: string | null): string {
  const [library] = [...(source ?? '').matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].reverse();
  if (library !== undefined) return library[1]!;
  const [, own] =
    /((?:shared|shell|mfe-\w+)\/src\/[\w-]+|webpack\/runtime|src\/[\w-]+)/.exec(source ?? '') ?? [];
  return own ?? 'webpack';
}

/**
 * What each part weighs in a script: its text compressed alone, scaled so that the sum is the size of the whole
 * script.
 */
async function weighScript(script: string, map: string): Promise<Weights> {
  const text = await readFile(script, 'utf8');
  const lines = text.split('\n');
  const texts = new Map<string, string>();
  const marks: { line: number; column: number; part: string }[] = [];
  eachMapping(new TraceMap(await readFile(map, 'utf8')), (mapping) =>
    marks.push({
      line: mapping.generatedLine - 1,
      column: mapping.generatedColumn,
      part: partOf(mapping.source),
    }),
  );
  for (const [index, { line, column, part }] of marks.entries()) {
    const next = marks[index + 1];
    const end = next?.line === line ? next.column : undefined;
    texts.set(part, (texts.get(part) ?? '') + lines[line]!.slice(column, end));
  }
  const alone = [...texts].map(([part, own]) => [part, compressedSize(own)] as const);
  const sum = alone.reduce((total, [, bytes]) => total + bytes, 0);
  const whole = compressedSize(text);
  return new Map(alone.map(([part, bytes]) => [part, Math.round((bytes * whole) / sum)]));
}

function add(all: readonly Weights[]): Weights {
  const sums = new Map<string, number>();
  for (const weights of all)
    for (const [part, bytes] of weights) sums.set(part, (sums.get(part) ?? 0) + bytes);
  return sums;
}

async function weighFile(folder: string, file: string, maps = folder): Promise<Weights> {
  const path = join(folder, file);
  if (file.endsWith('.js')) return weighScript(path, join(maps, `${file}.map`));
  return new Map([['styles', compressedSize(await readFile(path))]]);
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

async function weighShell(): Promise<Weights> {
  const dist = join(ROOT, 'shell/dist');
  const assets = (await readJson(join(dist, 'assets.json'))) as string[];
  const first = assets.filter((file) => /^main\.[0-9a-f]+\.(js|css)$/.test(file));
  const maps = join(ROOT, 'dist/source-maps/shell');
  return add(await Promise.all(first.map((file) => weighFile(dist, file, maps))));
}

async function weighRemote(name: string): Promise<Weights> {
  const dist = join(ROOT, folderOfRemote(name), 'dist');
  const built = (await readJson(join(dist, DESCRIPTION_FILE))) as {
    entry: string;
    preload: string[];
    styles: string[];
  };
  const first = [built.entry, ...built.preload, ...built.styles];
  return add(await Promise.all(first.map((file) => weighFile(dist, file))));
}

let floor: Promise<Weights> | null = null;

/** Builds a shell and a remote that consist of the specified libraries alone, once, and weighs them. */
export const weighFloor = (): Promise<Weights> => (floor ??= buildFloor());

async function buildFloor(): Promise<Weights> {
  const config = join(ROOT, 'tests/bench/front/floor/webpack.config.mjs');
  const args = [require.resolve('webpack/bin/webpack.js'), '--config', config];
  const { code, output } = await runNode(args, { env: { NODE_ENV: 'production' } });
  if (code !== 0)
    throw new CommandError(`The floor does not build:\n${output.trim()}`, 'Fix the file named above.');
  const weights: Weights[] = [];
  for (const name of ['shell', 'casino']) {
    const folder = join(CACHE, 'bench/floor', name);
    for (const file of await readdir(folder))
      if (file.endsWith('.js')) weights.push(await weighFile(folder, file));
  }
  return add(weights);
}

export const sumOf = (weights: Weights): number => [...weights.values()].reduce((sum, one) => sum + one, 0);

/** Writes docs/first-visit.md: what each library and each folder of ours weighs on the first visit of a route. */
export async function writeWeights(ofFloor: Weights): Promise<void> {
  const shell = await weighShell();
  const columns: [title: string, weights: Weights][] = [
    ['floor', ofFloor],
    ['/login', shell],
  ];
  for (const name of REMOTES) columns.push([`shell and ${name}`, add([shell, await weighRemote(name)])]);
  const parts = [...new Set(columns.flatMap(([, weights]) => [...weights.keys()]))];
  const most = (part: string): number => Math.max(...columns.map(([, weights]) => weights.get(part) ?? 0));
  const isListed = (part: string): boolean => most(part) >= LEAST_BYTES;
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const rest = (weights: Weights): number =>
    parts.filter((part) => !isListed(part)).reduce((sum, part) => sum + (weights.get(part) ?? 0), 0);
  const listed = parts.filter(isListed).sort((a, b) => most(b) - most(a));
  const lines = [
    line(['part', ...columns.map(([title]) => title)]),
    line(['---', ...columns.map(() => '---:')]),
    ...listed.map((part) => line([part, ...columns.map(([, weights]) => weights.get(part) ?? '')])),
    line(['smaller parts', ...columns.map(([, weights]) => rest(weights))]),
    line(['**all**', ...columns.map(([, weights]) => sumOf(weights))]),
  ];
  const page = await readFile(REPORT, 'utf8');
  await writeFile(REPORT, page.replace(/\| part [^]*$/, `${lines.join('\n')}\n`));
}
