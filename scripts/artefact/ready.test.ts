import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ROOT } from '@palier/base/paths';

/** A server at one address whose /readyz is 503 for the first calls; /healthz is always 200. */
async function serve(t: TestContext, host: string, refusals: number): Promise<string> {
  let calls = 0;
  const server = createServer(({ url }, reply) => {
    calls += 1;
    reply.writeHead(url === '/readyz' && calls <= refusals ? 503 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return String((server.address() as AddressInfo).port);
}

/** The exit code of `palier ready`. */
async function ready(variables: Record<string, string>, ...args: string[]): Promise<number> {
  const program = join(ROOT, 'scripts/artefact/palier.cjs');
  const child = spawn(process.execPath, [program, 'ready', ...args], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
}

test('palier ready: it asks the address of HOST, which loopback does not answer', async (t) => {
  const PORT = await serve(t, '127.0.0.5', 0);
  assert.equal(await ready({ PORT, HOST: '127.0.0.5' }), 0);
  assert.equal(await ready({ PORT }), 1);
});

test('palier ready: a wildcard HOST is asked on loopback, --alive asks /healthz', async (t) => {
  const PORT = await serve(t, '127.0.0.1', 1);
  assert.equal(await ready({ PORT, HOST: '0.0.0.0' }), 1);
  assert.equal(await ready({ PORT, HOST: '0.0.0.0' }), 0);
  const other = await serve(t, '127.0.0.1', Infinity);
  assert.equal(await ready({ PORT: other, HOST: '::ffff:127.0.0.1' }, '--alive'), 0);
});

test('palier ready --wait: it returns when the process serves, and when that process ended', async (t) => {
  const PORT = await serve(t, '127.0.0.5', 2);
  assert.equal(await ready({ PORT, HOST: '127.0.0.5' }, '--wait', String(process.pid)), 0);
  const ended = spawn('true');
  await once(ended, 'exit');
  const silent = await serve(t, '127.0.0.1', Infinity);
  assert.equal(await ready({ PORT: silent }, '--wait', String(ended.pid)), 3);
  assert.equal(await ready({}, '--wait', 'soon'), 2);
});

test('deployment files: no unit and no image probes an address of its own', async () => {
  const folder = join(ROOT, 'deploy/systemd');
  const units = (await readdir(folder)).map((name) => join(folder, name));
  for (const file of [...units, join(ROOT, 'deploy/Dockerfile')]) {
    const text = await readFile(file, 'utf8');
    assert.doesNotMatch(text, /localhost|127\.0\.0\.1/, file);
  }
});
