import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runNode } from '@palier/base/process/run';
import { nativeCompiler } from './native-compiler';
import { ROOT } from './paths';

const require = createRequire(join(ROOT, 'package.json'));
const binary = (name: string, file: string): string =>
  join(dirname(require.resolve(`${name}/package.json`)), file);

/** Replaces scripts/build/checks/static-checks.ts in the kit: types, lint and format of the one remote. */
export async function runStaticChecks(): Promise<{ passed: number; failed: number }> {
  const checks = {
    types: [nativeCompiler(), '--noEmit', '-p', '.'],
    lint: [binary('oxlint', 'bin/oxlint'), '--deny-warnings', '--report-unused-disable-directives', '.'],
    format: [binary('oxfmt', 'bin/oxfmt'), '--check', '.'],
  };
  let failed = 0;
  for (const [title, args] of Object.entries(checks)) {
    const { code, output } = await runNode(args);
    console.log(`${code === 0 ? '✓' : '✗'} ${title}`);
    if (code === 0) continue;
    failed += 1;
    console.log(output.trim().replace(/^/gm, '    '));
  }
  return { passed: Object.keys(checks).length - failed, failed };
}
