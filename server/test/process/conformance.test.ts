import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { program } from '@palier/scripts/process/program';
import { verifyLedger } from '../../src/operator/verify';
import { startPalier, type Palier } from '../api/start-test-server';

// The kit is for anybody's operator: it is run as it is shipped, and knows nothing of this server.
const KIT = program('tools/conformance/src/main.ts');
const CALLS = 500;

let palier: Palier;
let users: string[];
before(async () => {
  palier = await startPalier();
  // A prize is money from nowhere to the kit (docs/providers.md): no stake feeds the pots.
  for (const tier of ['bronze', 'silver', 'gold'])
    await palier.owner.query("select set_jackpot_parameters($1, 0, null, null, null, 'conformance')", [tier]);
  await palier.app.listen({ host: '127.0.0.1', port: 0 });
  const { rows } = await palier.owner.query<{ id: number }>(
    `select u.id from users u join accounts a on a.id = u.account_id
      where u.role = 'ROLE_CLIENT' and u.active and a.balance > 100000000 order by a.balance desc limit 4`,
  );
  for (const { id } of rows)
    await palier.owner.query(
      "insert into game_openings (user_id, provider_code, game_code) values ($1, 'PRAGMATIC', 'g1')",
      [id],
    );
  users = rows.map(({ id }) => `u${id}`);
});
after(() => palier.stop());

function conformance(path: string, dialect: string): Promise<{ code: number | null; text: string }> {
  const { port } = palier.app.server.address() as AddressInfo;
  const child = spawn(
    process.execPath,
    [
      ...[...KIT, '--url', `http://127.0.0.1:${port}${path}`, '--secret', 'palier-demo-secret'],
      ...['--users', users.join(','), '--game', 'g1', '--dialect', dialect, '--rollback'],
      ...['--calls', String(CALLS), '--seed', '7'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, text })));
}

for (const [dialect, path] of [
  ['i', '/gold_api'],
  ['ii', '/gold_api'],
  ['iii', '/gold_api/flat'],
] as const) {
  test(`When a hostile aggregator speaks dialect (${dialect}), then the wallet keeps every rule`, async () => {
    const { code, text } = await conformance(path, dialect);
    assert.equal(code, 0, text);
  });
}
test('When they have played, then the books agree', async () => {
  assert.equal(await verifyLedger(palier.owner), null);
  const { rows } = await palier.owner.query<{ wins: number }>(
    'select count(*)::int as wins from jackpot_wins',
  );
  assert.equal(rows[0]?.wins, 0);
});
