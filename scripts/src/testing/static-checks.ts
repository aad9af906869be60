import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CommandError, seconds } from '../command';
import { CACHE, ROOT } from '../paths';
import { mapLimited, runNode } from '../process/run';
import { packageFolders } from '../workspaces.mjs';
import { sum, type Tally } from './tally';

const require = createRequire(import.meta.url);
const PACKAGES = packageFolders();
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
  // No cache: what a typed rule says of a file depends on the files it imports, which the cache does not see.
  { title: 'lint', args: [binary('eslint', 'bin/eslint.js'), '.', '--max-warnings=0'] },
  ...PACKAGES.map((name) => ({
    title: `types of ${name}`,
    // Unlike the lint, the compiler keeps what a file's types depend on, and checks again what a change has reached.
    args: [
      ...[binary('typescript', 'bin/tsc'), '--noEmit', '-p', name],
      ...['--incremental', '--tsBuildInfoFile', join(CACHE, 'types', `${name}.tsbuildinfo`)],
    ],
  })),
  {
    title: 'events',
    args: ['--import', 'tsx', 'scripts/src/events.ts', '--check'],
  },
  {
    title: 'boundaries',
    args: [
      hoisted('dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      ...PACKAGES,
    ],
  },
  {
    title: 'spec coverage',
    args: ['--import', 'tsx', join(ROOT, 'scripts/src/checks/spec-coverage/main.ts')],
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

/**
 * Types, lint, boundaries and format; each check counts as one test.
 * @param words what the titles of the checks to run begin with; none means all. Throws a CommandError for a word that names none.
 */
export async function runStaticChecks(words: readonly string[] = []): Promise<Tally> {
  const isAsked = ({ title }: StaticCheck): boolean =>
    words.length === 0 || words.some((word) => title.startsWith(word));
  const unknown = words.find((word) => !CHECKS.some(({ title }) => title.startsWith(word)));
  if (unknown !== undefined) {
    throw new CommandError(
      `There is no check named "${unknown}".`,
      `Choose among: ${CHECKS.map(({ title }) => title).join(', ')}.`,
    );
  }
  return sum(await mapLimited(CHECKS.filter(isAsked), AT_ONCE, check));
}
