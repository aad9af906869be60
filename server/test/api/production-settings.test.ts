import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { readColumn, readValue } from '../database';
import { useTestServer } from './start-test-server';

const IDLE_S = 3_600;
const REMOTES_ROOT = await temporaryFolder();

describe('production settings', () => {
  const server = useTestServer({
    NODE_ENV: 'production',
    JWT_SECRET: 'production-'.repeat(4),
    SESSION_IDLE_S: String(IDLE_S),
    REMOTES_ROOT,
  });
  const refresh = (refreshToken: string) =>
    server.call('POST', '/auth/refresh-token', undefined, { refreshToken });

  test('API documentation: it is closed in production', async () => {
    for (const url of ['/api/docs', '/api/docs/json', '/api/docs/static/index.html'])
      assert.equal((await server.app.inject(url)).statusCode, 404, url);
  });

  test('unused methods: TRACE is answered 404 and repeats nothing of the request', async () => {
    const headers = { authorization: 'Bearer of-the-caller' };
    for (const url of ['/', '/api/v1/user/me', '/remotes/remotes.json']) {
      const answer = await server.app.inject({ method: 'TRACE' as 'GET', url, headers });
      assert.equal(answer.statusCode, 404, url);
      assert.doesNotMatch(answer.body, /of-the-caller/, url);
    }
  });

  test('folders: no listing is sent for a folder of files, with or without a slash', async () => {
    await mkdir(path.join(server.config.REMOTES_ROOT, 'casino/1.0.0'), { recursive: true });
    await writeFile(path.join(server.config.REMOTES_ROOT, 'casino/1.0.0/secret-name.js'), '/**/');
    for (const folder of ['/remotes', '/remotes/casino', '/remotes/casino/1.0.0'])
      for (const url of [folder, `${folder}/`]) {
        const answer = await server.app.inject(url);
        assert.ok([400, 404].includes(answer.statusCode), `${url}: ${answer.statusCode}`);
        assert.doesNotMatch(answer.body, /secret-name|1\.0\.0/, url);
      }
  });

  test('inactivity: a session that was not refreshed for the limit ends, another goes on', async () => {
    const { refreshToken, user } = await server.login('client');
    const age = (seconds: number): Promise<unknown> =>
      server.owner.query(
        `with older as (
           update sessions set created_at = created_at - make_interval(secs => $1) where user_id = $2)
         update refresh_tokens set used_at = used_at - make_interval(secs => $1)
          where session_id in (select id from sessions where user_id = $2)`,
        [seconds, user.id],
      );
    await age(IDLE_S - 60);
    const renewed = await refresh(refreshToken);
    assert.equal(renewed.status, 200);
    // The limit counts from the last refresh, and not from the sign-in.
    await age(IDLE_S - 60);
    const again = await refresh(renewed.body.refreshToken);
    assert.equal(again.status, 200);
    await age(IDLE_S + 60);
    assert.equal((await refresh(again.body.refreshToken)).status, 401);
    assert.equal(
      await readValue(server.owner, 'select revoked_because from sessions where user_id = $1', [user.id]),
      'inactive',
    );
    assert.deepEqual(
      await readColumn(
        server.owner,
        "select reason from journal_entries where user_id = $1 and kind = 'sessions-ended'",
        [user.id],
      ),
      ['inactive'],
    );
  });
});
