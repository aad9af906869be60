import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from './start-test-server';

const MAX_CONCURRENT = 4;
const REQUESTS = 30;

describe('slow reads', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.stop());

  for (const [what, method, path, statement] of [
    ['day closes', 'GET', '/reports/day-close', 'day-bounds'],
    ['searches', 'POST', '/user/search?username=a', 'children-search'],
  ] as const)
    test(`slow reads: an agent asks for many ${what} at once, few run at once and another agent waits only for its turn`, async (context) => {
      const [busy, other] = await Promise.all(
        ['admin', 'superadmin'].map(async (username) => (await server.login(username)).accessToken),
      );
      const { query } = server.pool;
      const heldReads: (() => void)[] = [];
      context.mock.method(server.pool, 'query', async (...args: Parameters<typeof query>) => {
        const { name } = args[0] as unknown as { name?: string };
        if (name === statement) await new Promise<void>((resolve) => heldReads.push(resolve));
        return query.apply(server.pool, args);
      });
      let answered = 0;
      const ask = async (token: string | undefined): Promise<number> => {
        const { status } = await server.call(method, path, token);
        answered += 1;
        return status;
      };
      /** Until whatever was asked before has come as far as it can. */
      const settle = async (): Promise<void> => {
        for (let turn = 0; turn < 10; turn += 1)
          assert.equal((await server.call('GET', '/user/me', other)).status, 200);
      };
      const many = Array.from({ length: REQUESTS }, () => ask(busy));
      while (heldReads.length < MAX_CONCURRENT) await settle();
      const another = ask(other).then((status) => [status, answered]);
      await settle();
      assert.equal(heldReads.length, MAX_CONCURRENT);
      while (answered <= REQUESTS) {
        heldReads.shift()?.();
        await settle();
      }
      assert.deepEqual(new Set(await Promise.all(many)), new Set([200]));
      const [status, place] = await another;
      assert.equal(status, 200);
      assert.ok(place! <= MAX_CONCURRENT + 2, `the ${place}th`);
    });
});
