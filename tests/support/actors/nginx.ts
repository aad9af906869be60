import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findProgram } from '@palier/base/process/find-program';
import { freePort } from '@palier/base/process/free-port';
import { temporaryFolder } from '@palier/base/process/temporary-folder';

export const NGINX_CONFIGURATION = new URL('../../../deploy/nginx.conf', import.meta.url);
const SAMPLE_SERVERS = ['palier-1:3000', 'palier-2:3000'];

export interface Nginx {
  /** In place of the address with TLS. */
  readonly url: string;
  /** In place of the address without TLS. */
  readonly plainUrl: string;
  stop(): Promise<void>;
}

/** nginx in PATH or in NGINX_BINARY (nginx itself reads NGINX); null when absent. */
export const findNginx = (): string | null => findProgram('nginx', 'NGINX_BINARY');

/** Starts nginx with deploy/nginx.conf, in front of `targets`, on `port` without TLS. */
export async function startNginx(targets: readonly string[], port: number): Promise<Nginx> {
  const binary = findNginx();
  if (binary === null) throw new Error('nginx is missing');
  const plainPort = await freePort();
  const settings = SAMPLE_SERVERS.reduce(
    (text, place, index) => text.replaceAll(place, new URL(targets[index]!).host),
    (await readFile(NGINX_CONFIGURATION, 'utf8'))
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replaceAll(/^ *ssl_.*\n/gm, ''),
  );
  const folder = await temporaryFolder();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off;\npid ${folder}/pid;\nevents { worker_connections 15000; }\nhttp {\n` +
      `access_log off;\n${temporary}\n${settings}}\n`,
  );
  const child = spawn(
    binary,
    ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  const answers = (): Promise<boolean> =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await answers()); tries += 1) {
    if (child.exitCode !== null || tries > 600) throw new Error(`nginx did not start: ${said}`);
    await wait(50);
  }
  return {
    url,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}
