import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { listRemoteFailures } from '../../src/remotes/failure.repository';
import { startPalier, type Palier } from './start-test-server';

const VERSION = '1.0.0';
const CANARY = '1.1.0';
const reported = (changes: object = {}): object => ({
  remote: 'casino',
  version: VERSION,
  stage: 'render',
  reason: 'Error: broken',
  ...changes,
});
const hashOf = (username: string): string =>
  createHash('sha256').update(`casino ${CANARY} ${username}`).digest('hex').slice(0, 32);

describe('what browsers report of remotes, and who gets a canary', () => {
  let palier: Palier;
  let store: string;
  const publish = (canary: object | null): Promise<void> =>
    writeFile(
      path.join(store, 'remotes.json'),
      JSON.stringify({ remotes: { casino: { canary, versions: { [VERSION]: {}, [CANARY]: {} } } } }),
    );
  before(async () => {
    store = await mkdtemp(path.join(tmpdir(), 'palier-store-'));
    palier = await startPalier({ REMOTES_ROOT: store });
  });
  after(async () => {
    await palier.stop();
    await rm(store, { recursive: true });
  });
  beforeEach(async () => {
    await publish(null);
    await palier.owner.query('delete from remote_failures');
  });

  let callers = 0;
  /** Each report comes from an address of its own: one address may send only some. */
  const report = async (body: object): Promise<number> => {
    callers += 1;
    const answer = await palier.app.inject({
      method: 'POST',
      url: '/api/v1/remotes/failures',
      remoteAddress: `10.0.0.${callers}`,
      payload: body,
    });
    return answer.statusCode;
  };
  const kept = async (): Promise<unknown[]> =>
    (await listRemoteFailures(palier.pool)).map((failure) => {
      const { remote, version, stage, reason, count } = failure as Record<string, unknown>;
      return [remote, version, stage, reason, count];
    });

  test('When a browser reports a version that users have, then it is counted', async () => {
    for (let time = 0; time < 2; time += 1) assert.equal(await report(reported()), 204);
    assert.deepEqual(await kept(), [['casino', VERSION, 'render', 'Error: broken', 2]]);
  });

  test('When what was thrown is no text that a database takes, then it is counted all the same', async () => {
    assert.equal(await report(reported({ reason: 'Error: a\0b' })), 204);
    assert.equal(await report(reported({ reason: '' })), 204);
    assert.equal(await report(reported({ reason: '\ud83d' })), 204);
    const reasons = (await kept()).map((row) => (row as unknown[])[3]);
    assert.deepEqual(reasons.sort(), ['', 'Error: ab', '\ufffd']);
  });

  test('When it is of nothing that users can be running, then the sender hears the same and nothing is kept', async () => {
    for (const changes of [
      { version: '9.9.9' },
      { version: 'constructor' },
      { remote: 'stranger' },
      { remote: '__proto__' },
    ])
      assert.equal(await report(reported(changes)), 204);
    assert.deepEqual(await kept(), []);
  });

  test('When it is no report, then it is refused', async () => {
    for (const body of [
      reported({ stage: 'elsewhere' }),
      reported({ reason: 'x'.repeat(201) }),
      reported({ reason: 3 }),
      reported({ more: true }),
      {},
    ])
      assert.equal(await report(body), 400);
    assert.equal(await report(reported({ reason: 'x'.repeat(3_000) })), 413);
    assert.deepEqual(await kept(), []);
  });

  test('When a version fails for more reasons than are kept, then the others are counted as one, and what was not seen for a month goes', async () => {
    for (let number = 1; number <= 22; number += 1) await report(reported({ reason: `Error: ${number}` }));
    await report(reported({ reason: 'Error: 7' }));
    await report(reported({ stage: 'load', reason: 'Error: 22' }));
    const counts = async (): Promise<Record<string, unknown>> =>
      Object.fromEntries(
        (await kept()).map((row) => {
          const [, , stage, reason, count] = row as unknown[];
          return [`${String(stage)} ${String(reason)}`, count];
        }),
      );
    const own = Array.from({ length: 20 }, (_, index) => [`render Error: ${index + 1}`, index === 6 ? 2 : 1]);
    const all = { ...Object.fromEntries(own), 'render (autres)': 2, 'load Error: 22': 1 };
    assert.deepEqual(await counts(), all);
    await palier.owner.query(
      "update remote_failures set last_at = now() - case reason when 'Error: 7' then 31 else 29 end * interval '1 day'",
    );
    await report(reported({ reason: 'Error: 1' }));
    const { 'render Error: 7': _gone, ...left } = all;
    assert.deepEqual(await counts(), { ...left, 'render Error: 1': 2 });
  });

  const versionsOf = async (username: string): Promise<unknown> => {
    const { accessToken } = await palier.login(username);
    const { status, body } = await palier.call('GET', '/remotes/canaries', accessToken);
    assert.equal(status, 200);
    return (body as unknown as { versions: unknown }).versions;
  };

  test('When a canary is for an agent’s subtree, then the agent and whoever is below are told, and nobody else', async () => {
    await publish({ version: CANARY, subtree: hashOf('superadmin') });
    const told = Object.fromEntries(
      await Promise.all(
        ['capo', 'superadmin', 'admin', 'client'].map(
          async (name) => [name, await versionsOf(name)] as const,
        ),
      ),
    );
    const theirs = { casino: CANARY };
    assert.deepEqual(told, { capo: {}, superadmin: theirs, admin: theirs, client: theirs });
    assert.equal((await palier.call('GET', '/remotes/canaries')).status, 401);
  });

  test('When the live document is absent or cannot be read, then nobody is told of a canary', async () => {
    for (const text of ['', '{', '[]', '{"remotes":{"casino":3}}']) {
      await writeFile(path.join(store, 'remotes.json'), text);
      assert.deepEqual(await versionsOf('client'), {}, text);
    }
    await rm(path.join(store, 'remotes.json'));
    assert.deepEqual(await versionsOf('client'), {});
  });
});
