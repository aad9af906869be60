import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { program } from '@palier/scripts/process/program';
import { runNode } from '@palier/scripts/process/run';
import { verifyLedger } from '../../src/operator/verify';
import { readColumn, readValue } from '../database';
import { useTestServer } from '../api/start-test-server';

// The kit is run as it is shipped to operators, without knowledge of this server.
const KIT = program('tools/conformance/src/main.ts');
const CALLS = 100;

const server = useTestServer({}, async () => {
  // The kit does not know jackpot prizes (docs/providers.md), so stakes feed no pot here.
  for (const tier of ['bronze', 'silver', 'gold'])
    await server.owner.query("select set_jackpot_parameters($1, 0, null, null, null, 'conformance')", [tier]);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  users = await readColumn(
    server.owner,
    `insert into game_openings (user_id, provider_code, game_code)
       select u.id, 'PRAGMATIC', 'g1' from users u join accounts a on a.id = u.account_id
        where u.role = 'ROLE_CLIENT' and u.active and a.balance > 100000000 order by a.balance desc limit 4
       returning 'u' || user_id`,
  );
});
let users: string[];

for (const [dialect, path] of [
  ['i', '/gold_api'],
  ['ii', '/gold_api'],
  ['iii', '/gold_api/flat'],
] as const) {
  test(`conformance kit: dialect (${dialect}), the wallet keeps every rule`, async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const { code, output } = await runNode([
      ...[...KIT, '--url', `http://127.0.0.1:${port}${path}`, '--secret', 'palier-demo-secret'],
      ...['--users', users.join(','), '--game', 'g1', '--dialect', dialect, '--rollback'],
      ...['--calls', String(CALLS), '--seed', '7'],
    ]);
    assert.equal(code, 0, output);
  });
}
test('conformance kit: afterwards the ledger is correct and no jackpot was won', async () => {
  assert.equal(await verifyLedger(server.owner), null);
  assert.equal(await readValue(server.owner, 'select count(*)::int from jackpot_wins'), 0);
});
