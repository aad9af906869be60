import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { untilTrue } from '@palier/test-support/wait-until';
import { CommandError } from '@palier/base/command';
import { ROOT } from '@palier/base/paths';
import { program } from '@palier/base/process/program';
import { run, runNode, type RunResult } from '@palier/base/process/run';
import { readManifest } from '@palier/base/workspaces.mjs';
import { startService, type Service } from './site/programs';

const START_LIMIT_MS = 180_000;
/** The settings of every server that the drill starts. */
const SETTINGS = {
  LOG_LEVEL: 'warn',
  RATE_LIMIT: '0',
  JWT_SECRET: 'drill-'.repeat(8),
  PROVIDER_AGENT_TOKEN: 'palier-demo-token',
  PROVIDER_SECRET: 'palier-demo-secret',
};

type Settings = Readonly<Record<string, string>>;

export type Installation = ReturnType<typeof installationIn>;

/** The product as the drill runs it: an artefact unpacked in a folder. */
export function installationIn(folder: string) {
  const palier = path.join(folder, 'bin/palier');
  return {
    folder,
    /** Runs a command to its end. */
    run: (settings: Settings, ...words: readonly string[]): Promise<RunResult> =>
      run(process.execPath, [palier, ...words], { env: { ...SETTINGS, ...settings } }),
    async migrate(settings: Settings): Promise<void> {
      const { code, output } = await this.run(settings, 'migrate');
      if (code !== 0) throw new Error(`migrate: ${output}`);
    },
    /** Starts a server process, whose log is `<DATA_DIR>/<name>.log`; does not wait until it is ready. */
    serve(name: string, settings: Settings & { readonly DATA_DIR: string }): Service {
      const options = { name, folder: settings.DATA_DIR, env: { ...SETTINGS, ...settings } };
      return startService([process.execPath, palier, 'serve'], options);
    },
  };
}

/** Waits until a server can move money; throws when that takes too long. */
export async function untilServing(url: string): Promise<void> {
  if (!(await untilTrue(() => isReady(url), START_LIMIT_MS))) throw new Error(`${url} does not become ready`);
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** The artefact of this checkout, made by `npm run package`. Returns its path. */
export async function makeArtefact(): Promise<string> {
  const { code } = await runNode(program('scripts/commands/package.ts'), { live: true });
  if (code !== 0) throw new CommandError('The artefact was not made.', 'Correct the cause.');
  return path.join(ROOT, `dist/palier-${(readManifest('.') as { version: string }).version}.tar.gz`);
}

/** Unpacks an artefact, as an operator does. */
export async function installArtefact(archive: string, folder: string): Promise<Installation> {
  await mkdir(folder, { recursive: true });
  const args = ['-xzf', path.resolve(archive), '--strip-components=1', '-C', folder];
  const { code, output } = await run('tar', args);
  if (code !== 0) throw new CommandError(`${archive} cannot be unpacked: ${output}`, 'Give an artefact.');
  return installationIn(folder);
}
