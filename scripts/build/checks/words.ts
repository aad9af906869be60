import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ROOT } from '@palier/base/paths';
import { packageFolders } from '@palier/base/workspaces.mjs';

interface Banned {
  readonly word: RegExp;
  readonly instead: string;
}

/** Not a letter before or behind. */
const whole = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'u');

/**
 * Words that the screens do not use, because another word has their meaning (decision 0098). A receipt is a
 * « Reçu », as a noun of its own.
 */
export const BANNED: readonly Banned[] = [
  { word: whole('[Dd]ébits?|[Cc]rédits?'), instead: 'Ajouté or Retiré' },
  { word: whole('[Ee]ntrées|[Ss]orties'), instead: 'Ajouté or Retiré; In and Out of the report' },
  { word: whole('[Dd]istribuée?s?|[Rr]eprise?s?|[Rr]endus?'), instead: 'Ajouté or Retiré' },
  { word: whole('[Rr]eçu(?:e|s|es)'), instead: 'Ajouté' },
  { word: whole('[Rr]eçu (?:du|de|des|par)'), instead: 'Ajouté' },
  { word: whole('[Dd]épôts?'), instead: 'ajout' },
  { word: whole('[Oo]pérations?'), instead: 'mouvement' },
  { word: whole('[Tt]ransferts?'), instead: 'mouvement' },
];

/**
 * Words of games only: a game is resumed, while an export continues and money is cancelled; the catalogue
 * offers « Chercher « … » dans tous les jeux ».
 */
const WORDS_OF_GAMES: readonly Banned[] = [
  { word: whole('[Rr]eprendre'), instead: 'continuer, annuler' },
  { word: whole('[Cc]herche[rz]?'), instead: 'rechercher' },
];

/** Where texts about games stand: the casino, and the page that explains the words of a player's screens. */
const GAMES = /^mfe-casino\/|^shell\/src\/pages\/help\//;

/** Stakes that go back to a player, which the specification's rounds know as such. */
const ALLOWED = /[Mm]ises? rendues?/g;

/** A string literal of TypeScript or JSON. */
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** The banned words of the texts in a file. */
export function bannedWords(path: string, source: string): string[] {
  const rules = GAMES.test(path) ? BANNED : [...BANNED, ...WORDS_OF_GAMES];
  const texts = (source.replace(/\/\*[\s\S]*?\*\//g, '').match(LITERAL) ?? [])
    .map((literal) => literal.replace(/\\u00a0/g, ' '))
    .map((literal) => literal.replace(ALLOWED, ''));
  return texts.flatMap((text) =>
    rules.filter(({ word }) => word.test(text)).map(({ instead }) => `${path}: ${text} – use ${instead}`),
  );
}

/** Files that hold texts of the product. */
const HAS_TEXTS = /\.messages\.tsx?$|\/screens\.json$|\/transaction-type\.ts$/;

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      return HAS_TEXTS.test(path) ? [path] : [];
    }),
  );
  return found.flat();
}

/** Each banned word in a text of shell, remotes and shared, with the word to use. */
export async function wordFindings(): Promise<string[]> {
  const packages = packageFolders().filter((name) => /^(?:shell|shared|standalone|mfe-.+)$/.test(name));
  const found = await Promise.all(
    packages.map(async (name) => {
      const files = await filesIn(join(ROOT, name, 'src'));
      return Promise.all(
        files.map(async (file) => bannedWords(relative(ROOT, file), await readFile(file, 'utf8'))),
      );
    }),
  );
  return found.flat(2).sort();
}
