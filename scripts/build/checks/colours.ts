import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ROOT } from '@palier/base/paths';
import { packageFolders } from '@palier/base/workspaces.mjs';

/** A colour in hexadecimal digits, but no id, address or class. */
const DIGITS = /(?<![\w&/-])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])/;
const FUNCTION = /\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb)\(/;
/** The name of a colour in the value of a property. */
const NAME = /(?<=:[^;{}]*[\s:(,])(?:white|black|gr[ae]y|red|green|blue|yellow|orange)(?=[\s;,)])/;
const COLOUR = new RegExp([DIGITS, FUNCTION, NAME].map(({ source }) => source).join('|'), 'giu');

/** The colours of a style sheet that are not tokens, each with its line. */
export function coloursOf(path: string, source: string): string[] {
  const withoutComments = source.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return withoutComments
    .split('\n')
    .flatMap((line, index) => (line.match(COLOUR) ?? []).map((colour) => `${path}:${index + 1}: ${colour}`));
}

/** The only file that names colours. */
const TOKENS = 'shared/src/ui/tokens.css';

/** Scripts name colours in strings only. */
const STRINGS = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const COLOUR_STRING = /^.(?:#[\da-f]{3,8}|(?:rgba?|hsla?|oklch|oklab)\(.*)$/i;

const coloursOfScript = (path: string, source: string): string[] =>
  (source.match(STRINGS) ?? [])
    .filter((text) => COLOUR_STRING.test(text.slice(0, -1)))
    .map((text) => `${path}: ${text}`);

/** The mocked games of a standalone remote are another maker's pages, and tests compare colours. */
const EXCEPTIONS = /^standalone\/src\/mock\/|\.test\.tsx?$|^shared\/src\/ui\/tokens\.css$/;

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:css|tsx?)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !EXCEPTIONS.test(path));
}

/** Each colour of shell, remotes, shared and standalone that stands outside of the tokens. */
export async function colourFindings(): Promise<string[]> {
  const packages = packageFolders().filter((name) => /^(?:shell|shared|standalone|mfe-.+)$/.test(name));
  const files = (await Promise.all(packages.map((name) => filesIn(join(ROOT, name, 'src'))))).flat();
  const found = await Promise.all(
    files.map(async (path) => {
      const source = await readFile(join(ROOT, path), 'utf8');
      return path.endsWith('.css') ? coloursOf(path, source) : coloursOfScript(path, source);
    }),
  );
  return found.flat();
}

/** Each has a bar of the browser above it. */
const PAGES = ['shell/src/index.html', 'shell/src/install/offline.html'];

/** The browser's bar has the colour of the ground, which a page must say before it has a style. */
export async function barFindings(): Promise<string[]> {
  const [tokens = '', ...pages] = await Promise.all(
    [TOKENS, ...PAGES].map((path) => readFile(join(ROOT, path), 'utf8')),
  );
  return PAGES.flatMap((path, index) =>
    ['dark', 'light'].flatMap((theme) => {
      const ground = new RegExp(`--ink:.*var\\(--${theme}, (#[\\da-f]{6})\\)`).exec(tokens)?.[1];
      const bar = new RegExp(`content="(#[\\da-f]{6})" data-of="${theme}"`).exec(pages[index] ?? '')?.[1];
      return bar !== undefined && bar === ground ? [] : [`${path}: ${theme} bar ${bar}, ground ${ground}`];
    }),
  );
}
