import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { program } from '@palier/base/process/program';
import { runNode } from '@palier/base/process/run';

const READ_SECRETS = program('server/test/process/read-secrets.program.ts');
const SETTINGS = {
  DATABASE_URL: 'postgresql://palier@127.0.0.1/palier',
  PROVIDER_AGENT_TOKEN: 'a-token-of-ours',
  PROVIDER_SECRET: 'a-secret-of-ours',
};

test('configuration: processes that start at once on new data folders have the same secret', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-first-starts-'));
  const startAt = String(Date.now() + 3_000);
  const results = await Promise.all(
    [1, 2, 3].map(() => runNode([...READ_SECRETS, folder, startAt], { env: SETTINGS })),
  );
  const secrets = results.map(({ output }) => JSON.parse(output) as string[]);
  assert.deepEqual(secrets[1], secrets[0]);
  assert.deepEqual(secrets[2], secrets[0]);
  assert.ok(secrets[0]?.every((secret) => secret.length === 64));
  await rm(folder, { recursive: true });
});
