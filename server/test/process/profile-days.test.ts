import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createDay, type Day } from '@palier/conformance/day';
import { startVendor, VENDOR, type Vendor } from '@palier/conformance/day/vendor';
import type { Profile } from '@palier/demo-provider/vendor/profile';
import { PROFILES } from '@palier/demo-provider/vendor/profiles';
import { startServerProcess, type ServerProcess } from '@palier/faults/actors/server-process';
import { createTestDatabase, type TestDatabase } from '@palier/faults/actors/test-database';
import { createRandom } from '@palier/faults/random';
import { untilTrue } from '@palier/faults/wait-until';
import { freePort } from '@palier/scripts/process/free-port';
import { readConfig } from '../../src/config/config';
import { createPool, type Pool } from '../../src/database/pool';
import { createGoldApiLog } from '../../src/games/gold-api/game-log';
import { createPlayerAccounts } from '../../src/games/player-account.repository';
import { compareEndedRounds } from '../../src/games/reconciliation/compare-ended-rounds.use-case';
import { listFindings } from '../../src/games/reconciliation/finding.repository';
import { reconcileRounds } from '../../src/games/reconciliation/reconcile-rounds.use-case';
import { createLedgerWriter } from '../../src/ledger/writer';
import { silentAnnouncer } from '../../src/operator/silent-announcer';
import { verifyLedger } from '../../src/operator/verify';
import { readColumn, readValue } from '../database';

/** A day of each vendor: several players at once, the server killed and the vendor restarted meanwhile. */
const ROUNDS_A_PLAYER = process.env.PALIER_LONG === '1' ? 200 : 30;
const SEED = Number(process.env.SEED ?? 20_261_128);
const PLAYERS = 4;
const SECRET = 'palier-demo-secret';
const PASSWORD = 'Client1234';

let database: TestDatabase;
let owner: Pool;
let pool: Pool;
let players: readonly { readonly username: string; readonly userCode: string }[];

before(async () => {
  database = await createTestDatabase('demo');
  owner = createPool(database.url, { asOwner: true });
  pool = createPool(database.applicationUrl);
  // A vendor does not know jackpot prizes, so stakes feed no pot here.
  for (const tier of ['bronze', 'silver', 'gold'])
    await owner.query("select set_jackpot_parameters($1, 0, null, null, null, 'day')", [tier]);
  const usernames = await readColumn<string>(
    owner,
    `select u.username from users u join accounts a on a.id = u.account_id
      where u.role = 'ROLE_CLIENT' and u.active and a.balance > 100000000 order by a.balance desc limit ${PLAYERS}`,
  );
  players = await Promise.all(
    usernames.map(async (username) => ({
      username,
      userCode: await readValue<string>(owner, "select 'u' || id from users where username = $1", [username]),
    })),
  );
});
after(async () => {
  await Promise.all([owner.end(), pool.end()]);
  await database.drop();
});

/** Thousandths of a dinar. */
const balanceOf = (username: string): Promise<number> =>
  readValue<number>(
    owner,
    `select (balance / 1000)::float8 from users u join accounts a on a.id = account_id where username = $1`,
    [username],
  );

interface Operator {
  readonly url: string;
  readonly environment: Record<string, string>;
  process: ServerProcess;
}

async function startOperator(vendor: Vendor, { operatorSettings }: Profile): Promise<Operator> {
  const port = await freePort();
  const environment = {
    DATABASE_URL: database.applicationUrl,
    DATA_DIR: database.folder,
    LOG_LEVEL: 'info',
    PROVIDER_AGENT_TOKEN: 'palier-demo-token',
    PROVIDER_SECRET: SECRET,
    PROVIDER_URL: vendor.url,
    // The job must not repair a round before the day is over.
    PROVIDER_RECONCILE_AFTER_S: '86400',
    ALLOWED_FRAME_ORIGINS: VENDOR.launchOrigin,
    RATE_LIMIT: '0',
    ...operatorSettings,
  };
  const process = startServerProcess(port, environment);
  await process.ready();
  return { url: process.url, environment, process };
}

/** Kills the server without warning and starts it again at the same address. */
async function killAndRestart(operator: Operator): Promise<void> {
  await operator.process.kill('SIGKILL');
  operator.process = startServerProcess(Number(new URL(operator.url).port), operator.environment);
  await operator.process.ready();
}

/** Opens a game as a player does: the list, then the launch. A vendor may refuse lists that follow each other too soon. */
async function openGame({ process }: Operator, username: string): Promise<void> {
  const login = await process.call('POST', '/auth/login', { body: { username, password: PASSWORD } });
  const { accessToken: token } = login.body as { accessToken: string };
  const list = async (): Promise<string | undefined> => {
    const { body } = await process.call('GET', `/casino/games?providerCode=${VENDOR.providerCode}`, {
      token,
    });
    return (body as { games?: { game_code: string }[] }).games?.[0]?.game_code;
  };
  let gameCode: string | undefined;
  assert.ok(await untilTrue(async () => (gameCode = await list()) !== undefined), 'no games of the vendor');
  const query = `gameCode=${gameCode}&providerCode=${VENDOR.providerCode}`;
  const launch = await process.call('POST', `/casino/launch?${query}`, { token });
  assert.equal(launch.status, 200, JSON.stringify(launch.body));
}

function reconciliationOf({ environment }: Operator) {
  const config = readConfig({ ...environment, JWT_SECRET: 'x'.repeat(32) });
  const services = {
    config,
    pool,
    ledger: createLedgerWriter(pool),
    announcer: silentAnnouncer,
    accounts: createPlayerAccounts(pool),
    logReader: createGoldApiLog(pool, config),
  };
  /** The rounds that only people can settle, with the reason of each. */
  return async (): Promise<readonly string[]> => {
    const open = await reconcileRounds(services, {
      olderThanMs: 0,
      forgottenAfterMs: 0,
      includesChecked: true,
    });
    const ended = await compareEndedRounds(services, 1, { youngestMs: 0 });
    const repaired = new Set(['closed', 'paid', 'refunded']);
    return [...open!, ...ended!.repaired]
      .filter(({ repair }) => !repaired.has(repair))
      .map(({ round, repair, reason, error }) =>
        [round.roundId, repair, reason ?? error?.message ?? ''].join(' '),
      );
  };
}

/** Several players at once, while the server is killed twice and the vendor restarts. */
async function playDay(day: Day, operator: Operator, vendor: Vendor): Promise<void> {
  let isOver = false;
  const playing = Promise.all(
    players.map(({ userCode }) => day.playRounds(userCode, ROUNDS_A_PLAYER)),
  ).finally(() => (isOver = true));
  for (const share of [0.3, 0.6]) {
    const goal = players.length * ROUNDS_A_PLAYER * share;
    const isReached = (): boolean => isOver || vendor.books.entries.length >= goal;
    assert.ok(await untilTrue(isReached, 300_000), `fewer than ${goal} transactions`);
    await Promise.all([killAndRestart(operator), vendor.restart()]);
  }
  await playing;
}

for (const [index, profile] of PROFILES.entries())
  test(`vendor ${profile.name}: after a day with lost answers, repeats and restarts, its balances equal ours and no round is open`, async (context) => {
    const seed = SEED + index;
    const vendor = await startVendor(profile);
    const operator = await startOperator(vendor, profile);
    context.after(async () => {
      await operator.process.kill('SIGKILL');
      await vendor.stop();
    });
    for (const { username } of players) await openGame(operator, username);
    const before = await Promise.all(players.map(({ username }) => balanceOf(username)));
    const findingsBefore = new Set((await listFindings(owner)).map(({ id }) => id));
    const day = createDay({
      books: vendor.books,
      operatorUrl: `${operator.url}/gold_api${profile.dialect === 'iii' ? '/flat' : ''}`,
      agent: { agentCode: 'palier', secret: SECRET },
      random: createRandom(seed),
      prefix: `${profile.name}-${seed}`,
    });
    await playDay(day, operator, vendor);

    const { books } = vendor;
    const differences = async (): Promise<readonly number[]> =>
      Promise.all(
        players.map(async ({ username, userCode }, place) =>
          Math.round((await balanceOf(username)) - before[place]! - books.changeOf(userCode)),
        ),
      );
    const isEven = (_entry: unknown, place: number): boolean => place % 2 === 0;
    const [unconfirmed, owed] = [books.inState('unconfirmed'), books.inState('owed')];
    const counts = `seed ${seed}: ${books.entries.length} transactions, ${owed.length} owed wins, ${unconfirmed.length} unconfirmed and ${books.inState('void').length} void bets`;
    context.diagnostic(counts);

    // Half of what is not known is asked again before the log is compared, the other half afterwards.
    await day.askAgain([...unconfirmed.filter(isEven), ...owed.filter(isEven)]);
    const reconcile = reconciliationOf(operator);
    const disputed = await reconcile();
    context.diagnostic(`${disputed.length} rounds for people after the first comparison`);
    if (disputed.length === 0 && books.inState('unconfirmed').length === 0)
      assert.deepEqual(
        await differences(),
        players.map(() => 0),
        counts,
      );
    await day.askAgain([...books.inState('unconfirmed'), ...books.inState('owed')]);
    assert.deepEqual(await reconcile(), [], counts);

    const findings = (await listFindings(owner)).filter(({ id }) => !findingsBefore.has(id));
    const refusedWins = books
      .inState('refused')
      .filter(({ transaction: { type, winMillimes } }) => type !== 'debit' && winMillimes > 0);
    for (const { transaction } of refusedWins.filter(({ transaction: { betMillimes } }) => betMillimes === 0))
      assert.ok(
        findings.some(({ kind, roundId }) => kind === 'refused-win' && roundId === transaction.roundId),
        `no finding for the refused win ${transaction.id}, ${counts}`,
      );
    assert.deepEqual(
      await differences(),
      players.map(() => 0),
      counts,
    );
    assert.equal(await readValue(owner, "select count(*)::int from rounds where state = 'OPEN'"), 0, counts);
    assert.equal(await verifyLedger(owner), null);
    const kinds = findings.map(({ kind }) => kind);
    context.diagnostic(
      `findings: ${[...new Set(kinds)].map((kind) => `${kinds.filter((one) => one === kind).length} ${kind}`).join(', ') || 'none'}`,
    );
  });
