import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { devPort } from '@palier/base/dev-ports.mjs';

export const ROOT = path.resolve(import.meta.dirname, '../../..');
/** A first build without a cache on a machine ten times slower. */
const BUILD_LIMIT_MS = 600_000;

export interface DevServer {
  readonly origin: string;
  stop(): Promise<void>;
}

interface Program {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Printed when the first build is done. */
  readonly readyText: string;
  readonly origin: string;
}

async function start({ args, cwd, env, readyText, origin }: Program): Promise<DevServer> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'development', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes(readyText)) resolve();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('close', () => reject(new Error(`the dev server ended:\n${output}`)));
    setTimeout(() => reject(new Error(`the dev server was not ready:\n${output}`)), BUILD_LIMIT_MS).unref();
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
  };
  await ready.catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { origin, stop };
}

const originAndEnv = (name: string, from: number) => ({
  origin: `http://localhost:${devPort(name, from)}`,
  env: { DEV_PORTS_FROM: String(from) },
});

/** `npm run dev -w mfe-<name> -- --mock`, until its first build is done. */
export function startMockedRemote(name: string, from: number): Promise<DevServer> {
  const { origin, env } = originAndEnv(name, from);
  const args = ['scripts/bootstrap.mjs', 'dev-remote', `mfe-${name}`, '--mock'];
  return start({ args, cwd: ROOT, env, readyText: 'Ctrl-C stops it.', origin });
}

/** `npm run dev -w mfe-<name>`, on the server under test. */
export function startRemote(name: string, from: number): Promise<DevServer> {
  const { origin, env } = originAndEnv(name, from);
  const args = ['scripts/bootstrap.mjs', 'dev-remote', `mfe-${name}`];
  const server = { ...env, API_ORIGIN: `http://127.0.0.1:${process.env.E2E_PORT}` };
  return start({ args, cwd: ROOT, env: server, readyText: 'Ctrl-C stops it.', origin });
}

/** The mocked page for a copy of the remote's folder, by webpack's own command. */
export function startCopiedRemote(name: string, folder: string, from: number): Promise<DevServer> {
  const { origin, env } = originAndEnv(name, from);
  const require = createRequire(path.join(ROOT, 'scripts/build/package.json'));
  const args = [require.resolve('webpack/bin/webpack.js'), 'serve', '--mode', 'development'];
  return start({ args, cwd: folder, env: { ...env, MOCK: '1' }, readyText: 'compiled', origin });
}
