import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startPalier, type Palier } from './start-test-server';

const AT_ONCE = 4;
const ASKED = 30;

describe('reads that take long', () => {
  let palier: Palier;
  before(async () => {
    palier = await startPalier();
  });
  after(() => palier.stop());

  for (const [what, method, path, statement] of [
    ['day closes', 'GET', '/books/day-close', 'day-bounds'],
    ['searches', 'POST', '/user/search?username=a', 'children-search'],
  ] as const)
    test(`When an agent asks for many ${what} at once, then few are read at once, and another agent waits for no more than its turn`, async (context) => {
      const [hasty, other] = await Promise.all(
        ['admin', 'superadmin'].map(async (username) => (await palier.login(username)).accessToken),
      );
      const { query } = palier.pool;
      const held: (() => void)[] = [];
      context.mock.method(palier.pool, 'query', async (...args: Parameters<typeof query>) => {
        const { name } = args[0] as unknown as { name?: string };
        if (name === statement) await new Promise<void>((resolve) => held.push(resolve));
        return query.apply(palier.pool, args);
      });
      let answered = 0;
      const ask = async (token: string | undefined): Promise<number> => {
        const { status } = await palier.call(method, path, token);
        answered += 1;
        return status;
      };
      /** Until whatever was asked before has come as far as it can. */
      const settle = async (): Promise<void> => {
        for (let turn = 0; turn < 10; turn += 1)
          assert.equal((await palier.call('GET', '/user/me', other)).status, 200);
      };
      const many = Array.from({ length: ASKED }, () => ask(hasty));
      while (held.length < AT_ONCE) await settle();
      const another = ask(other).then((status) => [status, answered]);
      await settle();
      assert.equal(held.length, AT_ONCE);
      while (answered <= ASKED) {
        held.shift()?.();
        await settle();
      }
      assert.deepEqual(new Set(await Promise.all(many)), new Set([200]));
      const [status, place] = await another;
      assert.equal(status, 200);
      assert.ok(place! <= AT_ONCE + 2, `the ${place}th`);
    });
});
