import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { loadHttp, type HttpFigures } from './http-load';

/** Loads a server that takes `tookMs` per answer for three seconds. */
async function loadOf(t: TestContext, tookMs: number, status = 200): Promise<HttpFigures> {
  const server = createServer((_request, reply) => {
    setTimeout(() => reply.writeHead(status).end(), tookMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return loadHttp({
    url,
    connections: 2,
    seconds: 3,
    calls: [{ method: 'GET', path: '/' }],
    folder: await temporaryFolder(),
  });
}

test('HTTP load: the latency of a slow server is measured', async (t) => {
  const { p99Ms } = await loadOf(t, 2_200);
  assert.ok(p99Ms >= 2_200, String(p99Ms));
});

test('HTTP load: the reading of a server that refuses fails', (t) =>
  assert.rejects(loadOf(t, 1, 503), /not answered with 2xx/));
