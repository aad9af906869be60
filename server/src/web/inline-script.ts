import { createHash } from 'node:crypto';

/**
 * The hash by which a content security policy allows the one inline script of a shell's page, the program of
 * the first frame (decision 0134). It begins with a space, so that a list of sources can be followed by it;
 * a page without such a script has ''.
 */
export function cspHashOfInlineScript(page: string): string {
  const [, program] = /<script>([^]*?)<\/script>/.exec(page) ?? [];
  if (program === undefined) return '';
  return ` 'sha256-${createHash('sha256').update(program).digest('base64')}'`;
}
