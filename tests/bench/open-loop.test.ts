import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createRandom } from '@palier/test-support/random';
import { createZipf, kneeOf, loadOpen, type OpenFigures } from './open-loop';

const RATE = 100;
const SECONDS = 3;

/** Loads a server for three seconds; `answer` decides when and how each call is answered. */
async function loadOf(t: TestContext, answer: (reply: ServerResponse) => void): Promise<OpenFigures> {
  const server = createServer((_request, reply) => answer(reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return loadOpen({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [{ method: 'POST', path: '/', body: '{n}' }],
    rate: RATE,
    seconds: SECONDS,
    random: createRandom(1),
    isCarriedOut: (_call, status) => status === 200,
  });
}

test('open loop: a pause of the server counts for every call planned during it', async (t) => {
  const held: ServerResponse[] = [];
  let openedAt = 0;
  const { p50Ms, p99Ms, p999Ms } = await loadOf(t, (reply) => {
    const now = Date.now();
    openedAt ||= now + 1_000;
    if (now >= openedAt) return void reply.end();
    held.push(reply);
    if (held.length === 1) setTimeout(() => held.forEach((waiting) => waiting.end()), openedAt - now);
  });
  // A third of the calls wait for half a second in the mean; a closed loop would count one of them.
  assert.ok(held.length > RATE / 2, String(held.length));
  assert.ok(p99Ms > 800 && p999Ms >= p99Ms && p99Ms > 2 * p50Ms, `${p50Ms} ${p99Ms} ${p999Ms}`);
});

test('open loop: a call that is not carried out is an error', (t) =>
  assert.rejects(
    loadOf(t, (reply) => void reply.writeHead(409).end('no')),
    /was answered 409: no/,
  ));

test('open loop: each account has its share of the calls by Zipf', () => {
  const draw = createZipf(3, createRandom(7));
  const counts = [0, 0, 0];
  for (let call = 0; call < 11_000; call += 1) counts[draw()]! += 1;
  for (const [rank, expected] of [6_000, 3_000, 2_000].entries())
    assert.ok(Math.abs(counts[rank]! - expected) < 250, counts.join());
});

test('open loop: the knee is the last rate before the first that is too slow', () => {
  const at = (rate: number, p99Ms: number): OpenFigures => ({ rate, p50Ms: 1, p99Ms, p999Ms: p99Ms });
  assert.equal(kneeOf([at(100, 5), at(200, 9), at(400, 150), at(800, 90)], 100), 200);
  assert.equal(kneeOf([at(100, 150)], 100), 0);
  assert.equal(kneeOf([at(100, 5), at(200, 9)], 100), 200);
});
