import { createHash } from 'node:crypto';

/**
 * What the content security policy of a shell's page adds to `script-src` for the only inline script of the
 * page, the program of the first frame (decision 0134): ` 'sha256-…'`, or '' without such a script.
 */
export function sourceOfInlineScript(page: string): string {
  const [, program] = /<script>([^]*?)<\/script>/.exec(page) ?? [];
  if (program === undefined) return '';
  return ` 'sha256-${createHash('sha256').update(program).digest('base64')}'`;
}
