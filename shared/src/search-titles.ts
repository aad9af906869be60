/** Not a singleton: the search over titles of games, in the lobby and the command bar. */
import type { GameTitle } from './contracts/lobby';
import { foldText } from './fold-text';

export interface TitleFilter {
  readonly kind?: GameTitle['kind'] | undefined;
  /** Games of an unknown return to player do not match. */
  readonly leastReturn?: number | undefined;
}

/** Shorter words with an error would match too many titles. */
const LEAST_LENGTH_WITH_ERROR = 4;

/**
 * Whether two words differ by at most one letter that is missing, added, replaced, or exchanged with the next
 * one.
 */
export function isWithinOneEdit(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [a, b] = [one.slice(start), other.slice(start)];
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}

/** Also for the beginning of a word, because results are shown while one types. */
const startsAlmostWith = (word: string, typed: string): boolean =>
  [-1, 0, 1].some((more) => isWithinOneEdit(typed, word.slice(0, typed.length + more)));

/**
 * 0: a word of the title begins with each typed word; 1: contains each; 2: with one typing error a word;
 * null: no match.
 */
function rankOf(words: readonly string[], folded: string, typed: readonly string[]): number | null {
  if (typed.every((part) => words.some((word) => word.startsWith(part)))) return 0;
  if (typed.every((part) => folded.includes(part))) return 1;
  const isAlmost = typed.every(
    (part) =>
      folded.includes(part) ||
      (part.length >= LEAST_LENGTH_WITH_ERROR && words.some((word) => startsAlmostWith(word, part))),
  );
  return isAlmost ? 2 : null;
}

/** Returns a search over `titles`, best matches first. Titles are folded once. */
export function createTitleSearch(titles: readonly GameTitle[]) {
  const entries = titles.map((game) => {
    const folded = foldText(game.title);
    return { game, folded, words: folded.split(/[^\p{L}\p{N}]+/u) };
  });
  return (search: string, { kind, leastReturn }: TitleFilter = {}): GameTitle[] => {
    const typed = foldText(search).split(/\s+/).filter(Boolean);
    return entries
      .filter(
        ({ game }) =>
          (kind === undefined || game.kind === kind) &&
          (leastReturn === undefined || (game.returnPercent ?? 0) >= leastReturn),
      )
      .map(({ game, folded, words }) => ({ game, rank: rankOf(words, folded, typed) }))
      .filter(({ rank }) => rank !== null)
      .sort((a, b) => Number(a.rank) - Number(b.rank) || a.game.title.localeCompare(b.game.title, 'fr'))
      .map(({ game }) => game);
  };
}
