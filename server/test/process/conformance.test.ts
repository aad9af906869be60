import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { PROFILES } from '@palier/demo-provider/vendor/profiles';
import { program } from '@palier/base/process/program';
import { runNode } from '@palier/base/process/run';
import { verifyLedger } from '../../src/operator/verify';
import { readColumn, readValue } from '../database';
import { useTestServer } from '../api/start-test-server';

// The kit is run as it is shipped to operators, without knowledge of this server.
const KIT = program('tests/conformance/main.ts');
const CALLS = process.env.PALIER_LONG === '1' ? 2_000 : 100;

/** Plays the kit with these arguments against a server that has agreed on these settings. */
function playAgainst(settings: Record<string, string>, runs: readonly (readonly [string, string[]])[]): void {
  let users: string[];
  const server = useTestServer(settings, async () => {
    // The kit does not know jackpot prizes (docs/providers.md), so stakes feed no pot here.
    for (const tier of ['bronze', 'silver', 'gold'])
      await server.owner.query("select set_jackpot_parameters($1, 0, null, null, null, 'conformance')", [
        tier,
      ]);
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    users = await readColumn(
      server.owner,
      `insert into game_openings (user_id, provider_code, game_code)
         select u.id, 'PRAGMATIC', 'g1' from users u join accounts a on a.id = u.account_id
          where u.role = 'ROLE_CLIENT' and u.active and a.balance > 100000000 order by a.balance desc limit 4
         returning 'u' || user_id`,
    );
  });
  for (const [path, flags] of runs)
    test(`conformance kit: the wallet keeps every rule with ${flags.join(' ')}`, async () => {
      const { port } = server.app.server.address() as AddressInfo;
      const { code, output } = await runNode([
        ...KIT,
        '--url',
        `http://127.0.0.1:${port}${path}`,
        '--secret',
        'palier-demo-secret',
        '--users',
        users.join(','),
        '--game',
        'g1',
        '--calls',
        String(CALLS),
        '--seed',
        '7',
        ...flags,
      ]);
      assert.equal(code, 0, output);
    });
  test('conformance kit: the ledger is correct after its runs, and no jackpot was won', async () => {
    assert.equal(await verifyLedger(server.owner), null);
    assert.equal(await readValue(server.owner, 'select count(*)::int from jackpot_wins'), 0);
  });
}

describe('vendor of no profile', () =>
  playAgainst({}, [
    ['/gold_api', ['--dialect', 'i', '--rollback']],
    ['/gold_api', ['--dialect', 'ii', '--rollback']],
    ['/gold_api/flat', ['--dialect', 'iii', '--rollback']],
  ]));

/** Profiles that agree on the same settings share a server. */
const agreements = new Set(PROFILES.map(({ operatorSettings }) => JSON.stringify(operatorSettings)));
for (const agreement of agreements) {
  const profiles = PROFILES.filter(({ operatorSettings }) => JSON.stringify(operatorSettings) === agreement);
  describe(`vendor with the settings ${agreement}`, () =>
    playAgainst(
      JSON.parse(agreement) as Record<string, string>,
      profiles.map(({ name, dialect }) => [
        dialect === 'iii' ? '/gold_api/flat' : '/gold_api',
        ['--profile', name],
      ]),
    ));
}
