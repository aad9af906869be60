import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, timeSince } from '@palier/base/command';
import { ROOT } from '@palier/base/paths';
import { program } from '@palier/base/process/program';
import { mapLimited } from '@palier/base/map-limited';
import { runNode } from '@palier/base/process/run';
import { packageFolders } from '@palier/base/workspaces.mjs';
import { sum, type Tally } from './tally';

const PACKAGES = packageFolders().filter((name) => existsSync(join(ROOT, name, 'tsconfig.json')));
const CHECKS_AT_ONCE = 2;

/**
 * For Go programs, the compiler and tsgolint: collecting garbage less often, on one thread, they need a third
 * less processor time.
 */
const GO_ENVIRONMENT = { GOGC: '400', GOMAXPROCS: '1', GOMEMLIMIT: '1GiB' };

/**
 * TypeScript 7, which the package `scripts/types` keeps away from the tools that need version 6. On one
 * thread: each thread would check the types that they share again.
 */
const NATIVE_COMPILER = join(ROOT, 'scripts/types/node_modules/typescript/bin/tsc');

interface StaticCheck {
  readonly title: string;
  readonly args: readonly string[];
}

const installedFile = (file: string): string => join(ROOT, 'node_modules', file);

/** The checks of some packages; of the whole repository for an empty list. */
export function checksOf(packages: readonly string[]): readonly StaticCheck[] {
  const [paths, checked] = packages.length === 0 ? [['.'], PACKAGES] : [packages, packages];
  const ofFiles = [
    { title: 'lint', args: [installedFile('oxlint/bin/oxlint'), ...paths] },
    { title: 'format', args: [installedFile('oxfmt/bin/oxfmt'), '--check', ...paths] },
    ...checked.map((name) => ({
      title: `types of ${name}`,
      args: [NATIVE_COMPILER, '--noEmit', '--singleThreaded', '-p', name],
    })),
    {
      title: 'boundaries',
      args: [
        installedFile('dependency-cruiser/bin/dependency-cruise.mjs'),
        '--config',
        '.dependency-cruiser.cjs',
        ...checked,
      ],
    },
  ];
  return packages.length > 0
    ? ofFiles
    : [
        ...ofFiles,
        { title: 'events', args: [...program('scripts/commands/events.ts'), '--check'] },
        { title: 'API of shared', args: [...program('scripts/commands/kit.ts'), '--check'] },
        { title: 'spec coverage', args: program('scripts/build/checks/spec-coverage/main.ts') },
        { title: 'density', args: program('scripts/build/checks/density.program.ts') },
        { title: 'declared imports', args: program('scripts/build/checks/declared-imports.program.ts') },
        { title: 'words', args: program('scripts/build/checks/words.program.ts') },
        { title: 'colours', args: program('scripts/build/checks/colours.program.ts') },
        { title: 'documents', args: program('scripts/build/checks/documents.program.ts') },
      ];
}

async function check({ title, args }: StaticCheck): Promise<Tally> {
  const startedAt = performance.now();
  const { code, output } = await runNode(args, { env: GO_ENVIRONMENT });
  console.log(`${code === 0 ? '✓' : '✗'} ${title} (${timeSince(startedAt)})`);
  if (code !== 0) console.log(output.trim().replace(/^/gm, '    '));
  return code === 0
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1, failures: [{ title, message: output }] };
}

/**
 * Runs the checks of types, lint, boundaries and format; each check counts as one test.
 * @param words folders of packages, and beginnings of the titles of the checks to run. Without folders the
 * whole repository is checked, without titles all checks run. Throws a CommandError for any other word.
 */
export async function runStaticChecks(words: readonly string[] = []): Promise<Tally> {
  const packages = words.filter((word) => PACKAGES.includes(word));
  const checks = checksOf(packages);
  const titles = words.filter((word) => !packages.includes(word));
  const unknown = titles.find((word) => !checks.some(({ title }) => title.startsWith(word)));
  if (unknown !== undefined) {
    throw new CommandError(
      `There is no check named "${unknown}".`,
      `Choose among: ${checks.map(({ title }) => title).join(', ')}; or packages: ${PACKAGES.join(', ')}.`,
    );
  }
  const asked = checks.filter(
    ({ title }) => titles.length === 0 || titles.some((word) => title.startsWith(word)),
  );
  return sum(await mapLimited(asked, CHECKS_AT_ONCE, check));
}
