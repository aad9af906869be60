import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findProgram } from '@palier/scripts/process/find-program';

const CONFIGURATION_PAGE = new URL('../../../../docs/configuration.md', import.meta.url);
const SAMPLE_SERVERS = ['10.0.0.11:3000', '10.0.0.12:3000'];

export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

/** nginx in PATH or in NGINX_BINARY (nginx itself reads NGINX); null when absent. */
export const findNginx = (): string | null => findProgram('nginx', 'NGINX_BINARY');

/** Starts nginx with the configuration of docs/configuration.md, in front of `targets`, on `port` without TLS. */
export async function startNginx(targets: readonly string[], port: number): Promise<Nginx> {
  const binary = findNginx();
  const sample = /```nginx\n([\s\S]*?)```/.exec(await readFile(CONFIGURATION_PAGE, 'utf8'))?.[1];
  if (binary === null || sample === undefined)
    throw new Error('nginx or its documented configuration is missing');
  const settings = SAMPLE_SERVERS.reduce(
    (text, place, index) => text.replaceAll(place, new URL(targets[index]!).host),
    sample.replace('listen 443 ssl;', `listen 127.0.0.1:${port};`),
  );
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${settings}}\n`,
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
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
