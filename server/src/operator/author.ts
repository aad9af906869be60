import { operatorName } from './operator';

/** Who gives an order: `--by <name>`, else the account of this machine. Returns the words that are left too. */
export function takeAuthor(words: readonly string[]): { author: string; rest: string[] } {
  const at = words.findIndex((word) => /^--by(=|$)/.test(word));
  if (at === -1) return { author: operatorName(), rest: [...words] };
  const isOneWord = words[at] !== '--by';
  const named = isOneWord ? words[at]?.slice('--by='.length) : words[at + 1];
  return { author: named || operatorName(), rest: words.toSpliced(at, isOneWord ? 1 : 2) };
}
