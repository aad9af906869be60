import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ROOT } from '@palier/base/paths';
import { packageFolders } from '@palier/base/workspaces.mjs';

/** What the compositor moves and fades alone, and properties that set when something shows. */
const MOVED = ['transform', 'opacity', 'visibility', 'animation-timing-function'];
/** Colours of an element under the pointer are no motion. */
const COLOURED = ['color', 'background-color', 'border-color', 'box-shadow'];

/** The text between the braces that open at `from`. */
function blockAt(source: string, from: number): string {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '{') depth += 1;
    if (source[at] === '}') depth -= 1;
    if (depth === 0) return source.slice(from + 1, at);
  }
  return source.slice(from + 1);
}

function faultsOfKeyframes(path: string, source: string): string[] {
  return [...source.matchAll(/@keyframes\s+([\w-]+)\s*(?=\{)/g)].flatMap(({ 0: head, 1: name, index }) =>
    [...blockAt(source, index + head.length).matchAll(/([\w-]+)\s*:/g)]
      .map(([, property]) => property ?? '')
      .filter((property) => !MOVED.includes(property))
      .map((property) => `${path}: @keyframes ${name} changes ${property}`),
  );
}

function faultsOfTransitions(path: string, source: string): string[] {
  return [...source.matchAll(/[\s;{]transition\s*:\s*([^;}]+)/g)].flatMap(([, value = '']) =>
    value
      // Commas inside of functions separate no transitions.
      .replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '')
      .split(',')
      .map((one) => one.trim().split(/\s+/)[0] ?? '')
      .filter((property) => property !== 'none' && ![...MOVED, ...COLOURED].includes(property))
      .map((property) => `${path}: a transition changes ${property}`),
  );
}

/** Each animation and transition of a style sheet that moves something in another way than the compositor. */
export function motionsOf(path: string, source: string): string[] {
  const rules = source.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...faultsOfKeyframes(path, rules), ...faultsOfTransitions(path, rules)];
}

async function sheetsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.css'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The faults of all style sheets of screens and of the demo games. */
export async function motionFindings(): Promise<string[]> {
  const screens = packageFolders().filter((name) => /^(?:shell|shared|standalone|mfe-.+)$/.test(name));
  const folders = [...screens.map((name) => join(ROOT, name, 'src')), join(ROOT, 'demo-provider/public')];
  const sheets = (await Promise.all(folders.map(sheetsIn))).flat();
  const found = await Promise.all(
    sheets.map(async (sheet) => motionsOf(relative(ROOT, sheet), await readFile(sheet, 'utf8'))),
  );
  return found.flat();
}
