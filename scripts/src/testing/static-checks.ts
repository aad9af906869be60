import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { seconds } from '../fault';
import { CACHE, ROOT } from '../paths';
import { mapLimited, runNode } from '../process/run';
import { sum, type Tally } from './tally';

const require = createRequire(import.meta.url);
const TYPED = [
  'shared',
  'shell',
  'mfe-casino',
  'mfe-agent',
  'mfe-reports',
  'server',
  'demo-provider',
  'scripts',
  'e2e',
];
const AT_ONCE = 2;

interface StaticCheck {
  readonly title: string;
  readonly args: readonly string[];
}

const binary = (name: string, file: string): string =>
  join(dirname(require.resolve(`${name}/package.json`)), file);
/** For packages that keep their manifest to themselves. */
const hoisted = (file: string): string => join(ROOT, 'node_modules', file);

const CHECKS: readonly StaticCheck[] = [
  {
    title: 'lint',
    args: [
      binary('eslint', 'bin/eslint.js'),
      '.',
      '--max-warnings=0',
      '--cache',
      '--cache-location',
      join(CACHE, 'eslint'),
    ],
  },
  ...TYPED.map((name) => ({
    title: `types of ${name}`,
    args: [binary('typescript', 'bin/tsc'), '--noEmit', '-p', name],
  })),
  {
    title: 'boundaries',
    args: [
      hoisted('dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      ...TYPED,
    ],
  },
  {
    title: 'format',
    args: [
      binary('prettier', 'bin/prettier.cjs'),
      '--check',
      '.',
      '--log-level',
      'warn',
      '--cache',
      '--cache-location',
      join(CACHE, 'prettier'),
    ],
  },
];

async function check({ title, args }: StaticCheck): Promise<Tally> {
  const startedAt = performance.now();
  const { code, output } = await runNode(args);
  console.log(`${code === 0 ? '✓' : '✗'} ${title} (${seconds(startedAt)})`);
  if (code !== 0) console.log(output.trim().replace(/^/gm, '    '));
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Types, lint, boundaries and format; each check counts as one test. */
export const runStaticChecks = async (): Promise<Tally> => sum(await mapLimited(CHECKS, AT_ONCE, check));
