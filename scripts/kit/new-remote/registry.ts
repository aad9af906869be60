import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, type RunResult } from '@palier/base/process/run';

const KIT = '@palier/remote-kit';
const PUBLIC_REGISTRY = 'https://registry.npmjs.org/';

/** The address from which npm installed the `node_modules` around `folder`; null without a record. */
function addressOfArchive(folder: string): string | null {
  const [root] = folder.split(join('node_modules', KIT));
  const record = join(root ?? '', 'node_modules/.package-lock.json');
  if (root === folder || !existsSync(record)) return null;
  const { packages = {} } = JSON.parse(readFileSync(record, 'utf8')) as {
    packages?: Record<string, { resolved?: string }>;
  };
  return packages[`node_modules/${KIT}`]?.resolved ?? null;
}

/** Runs npm without retries in `folder`, whose `.npmrc` counts. */
function askNpm(folder: string, words: readonly string[]): Promise<RunResult> {
  const all = [...words, '--fetch-retries=0', '--fetch-timeout=10000'];
  const npm = process.env.npm_execpath ?? '';
  return /\.c?js$/.test(npm)
    ? run(process.execPath, [npm, ...all], { cwd: folder })
    : run('npm', all, { cwd: folder });
}

/**
 * The registry of the packages `@palier/…`: that from which npm installed the kit in `kit`, when npm recorded
 * it; that of the scope in npm's settings, as they are in `folder`; that of all packages. Undefined for npm's
 * public one. npx does not tell a program the registry of a scope.
 */
export async function registryOfKit(kit: string, folder: string): Promise<string | undefined> {
  const [recorded, rest] = (addressOfArchive(kit) ?? '').split(`${KIT}/-/`);
  const isRecorded = rest !== undefined && /^https?:/.test(recorded ?? '');
  const found = isRecorded ? recorded : ((await registryOfScope(folder)) ?? process.env.npm_config_registry);
  return found === PUBLIC_REGISTRY ? undefined : found;
}

async function registryOfScope(folder: string): Promise<string | null> {
  const { output } = await askNpm(folder, ['config', 'get', '@palier:registry']);
  return /^https?:\/\/\S+$/m.exec(output)?.[0] ?? null;
}

/** Why npm cannot install the kit in the new repository `folder`, as sentences; null when it can. */
export async function findRegistryFault(folder: string, range: string): Promise<string | null> {
  const { code, output } = await askNpm(folder, ['view', `${KIT}@${range}`, 'version']);
  return code === 0 ? null : describeNpmViewError(output);
}

const CAUSES = new Map([
  [
    'E401',
    'the registry of @palier asks for a login. Run npm login --scope=@palier --registry=<its address>, or ' +
      'put its token in the .npmrc of your home.',
  ],
  [
    'E403',
    'the registry of @palier refuses this login. Ask the operator for the right to read its packages.',
  ],
  [
    'E404',
    'the registry that npm asks has no packages @palier/…. Put the address that the operator names in ' +
      '.npmrc: @palier:registry=https://npm.example/',
  ],
]);

/** The cause in an error of `npm view`. */
export function describeNpmViewError(output: string): string {
  const [, code = 'an unknown cause'] = /npm (?:error|ERR!) code (\w+)/.exec(output) ?? [];
  return (
    CAUSES.get(code) ??
    `npm does not reach the registry of @palier (${code}). Correct its address in .npmrc: ` +
      '@palier:registry=https://npm.example/'
  );
}
