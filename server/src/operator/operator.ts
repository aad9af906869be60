import { userInfo } from 'node:os';

/** The operator of a command: `--by <name>`, else the account of this machine. Returns the remaining arguments too. */
export function readOperator(words: readonly string[]): { operator: string; rest: string[] } {
  const at = words.findIndex((word) => /^--by(=|$)/.test(word));
  if (at === -1) return { operator: operatorName(), rest: [...words] };
  const isOneWord = words[at] !== '--by';
  const named = isOneWord ? words[at]?.slice('--by='.length) : words[at + 1];
  return { operator: named || operatorName(), rest: words.toSpliced(at, isOneWord ? 1 : 2) };
}

/** The account of this machine. The account of a container may have a number and no name. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
