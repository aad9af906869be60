import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startPalier, type Palier } from './start-test-server';

const MOST_LIVE = 200;

describe('one account that signs in without end', () => {
  let palier: Palier;
  let clientId: number;
  before(async () => {
    palier = await startPalier();
    clientId = (await palier.login('client')).user.id;
  });
  after(() => palier.stop());

  const signInBySql = (count: number) =>
    palier.owner.query(
      `insert into sessions (user_id, created_at, expires_at)
         select $1, now() - n * interval '1 minute', now() + interval '1 day' from generate_series(1, $2) n`,
      [clientId, count],
    );
  const countLive = async () => {
    const { rows } = await palier.owner.query<{ live: number }>(
      'select count(*)::int as live from sessions where user_id = $1 and revoked_at is null',
      [clientId],
    );
    return rows[0]?.live;
  };

  test('When it has as many sessions as it may, then the next takes the place of the oldest, which its journal tells', async () => {
    const first = await palier.login('client');
    await palier.owner.query("update sessions set created_at = now() - interval '1 day' where user_id = $1", [
      clientId,
    ]);
    await signInBySql(MOST_LIVE + 18);
    const { accessToken } = await palier.login('client');
    assert.equal(await countLive(), MOST_LIVE);
    assert.equal((await palier.call('GET', '/user/me', first.accessToken)).status, 401);
    assert.equal((await palier.call('GET', '/user/me', accessToken)).status, 200);
    const { rows } = await palier.owner.query<{ session_count: number; reason: string }>(
      "select session_count, reason from journal_entries where user_id = $1 and kind = 'sessions-ended'",
      [clientId],
    );
    assert.deepEqual(rows, [{ session_count: 21, reason: 'replaced' }]);
  });

  test('When it signs in many times at once, then each is let in and there are no more than that many over', async () => {
    const AT_ONCE = 15;
    const signedIn = await Promise.all(Array.from({ length: AT_ONCE }, () => palier.login('client')));
    assert.ok(signedIn.every(({ accessToken }) => accessToken !== undefined));
    assert.ok(((await countLive()) ?? 0) <= MOST_LIVE + AT_ONCE);
    await palier.login('client');
    assert.equal(await countLive(), MOST_LIVE);
  });

  test('When another account signs in, then these sessions stay', async () => {
    await palier.login('admin');
    assert.equal(await countLive(), MOST_LIVE);
  });
});
