import { run } from '@palier/base/process/run';

/**
 * The commit of a working tree, with a plus sign behind it when files differ from the commit. Null outside
 * Git.
 */
export async function readSourceCommit(folder: string): Promise<string | null> {
  const git = (...words: string[]) => run('git', words, { cwd: folder });
  const [head, changes] = await Promise.all([
    git('rev-parse', '--short=10', 'HEAD'),
    git('status', '--porcelain'),
  ]);
  if (head.code !== 0 || changes.code !== 0) return null;
  return head.output.trim() + (changes.output === '' ? '' : '+');
}
