import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDay, type Day } from '@palier/conformance/day';
import { startVendor, VENDOR, type Vendor } from '@palier/conformance/day/vendor';
import type { Profile } from '@palier/demo-provider/vendor/profile';
import { PROFILES } from '@palier/demo-provider/vendor/profiles';
import { startServerProcess, type ServerProcess } from '@palier/test-support/actors/server-process';
import { createTestDatabase, type TestDatabase } from '@palier/test-support/test-database';
import { createRandom } from '@palier/test-support/random';
import { untilTrue } from '@palier/test-support/wait-until';
import { freePort } from '@palier/base/process/free-port';
import { readConfig } from '../../src/config/config';
import { createPool, type Pool } from '../../src/database/pool';
import { createGoldApiLog } from '../../src/games/gold-api/game-log';
import { createPlayerAccounts } from '../../src/games/player-account.repository';
import { compareEndedRounds } from '../../src/games/reconciliation/compare-ended-rounds.use-case';
import { selectFindings } from '../../src/games/reconciliation/finding.repository';
import { reconcileRounds } from '../../src/games/reconciliation/reconcile-rounds.use-case';
import { createLedgerWriter } from '../../src/ledger/writer';
import { silentAnnouncer } from '../../src/operator/silent-announcer';
import { verifyLedger } from '../../src/operator/verify';
import { readValue } from '../database';

/** A day of each vendor: several players at once, the server killed and the vendor restarted meanwhile. */
const IS_LONG = process.env.PALIER_LONG === '1';
const ROUNDS_A_PLAYER = IS_LONG ? 200 : 12;
/** When the server is killed and the vendor restarts, as parts of the day. */
const RESTARTS = IS_LONG ? [0.3, 0.6] : [0.4];
const SEED = Number(process.env.SEED ?? 20_261_128);
const PLAYERS = 4;
const SECRET = 'palier-demo-secret';
const PASSWORD = 'Client1234';

interface Player {
  readonly username: string;
  readonly userCode: string;
}

/** An installation's database: an installation has one vendor. */
interface Installation {
  readonly database: TestDatabase;
  readonly owner: Pool;
  readonly pool: Pool;
  readonly players: readonly Player[];
}

async function createInstallation(): Promise<Installation> {
  const database = await createTestDatabase('demo');
  const owner = createPool(database.url, { asOwner: true });
  // A vendor does not know jackpot prizes, so stakes feed no pot here.
  for (const tier of ['bronze', 'silver', 'gold'])
    await owner.query("select set_jackpot_parameters($1, 0, null, null, null, 'day')", [tier]);
  const { rows: players } = await owner.query<Player>(
    `select u.username, 'u' || u.id as "userCode" from users u join accounts a on a.id = u.account_id
      where u.role = 'ROLE_CLIENT' and u.active and a.balance > 100000000 order by a.balance desc
        limit ${PLAYERS}`,
  );
  return { database, owner, pool: createPool(database.applicationUrl), players };
}

async function dropInstallation({ database, owner, pool }: Installation): Promise<void> {
  await Promise.all([owner.end(), pool.end()]);
  await database.drop();
}

/** Thousandths of a dinar. */
const balanceOf = ({ owner }: Installation, { username }: Player): Promise<number> =>
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

async function startOperator(
  { database }: Installation,
  vendor: Vendor,
  { operatorSettings }: Profile,
): Promise<Operator> {
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

/**
 * Opens a game as a player does: the list, then the launch. A vendor may refuse lists that follow each other
 * too soon.
 */
async function openGame({ process }: Operator, { username }: Player): Promise<void> {
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

function reconciliationOf({ pool }: Installation, { environment }: Operator) {
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

interface Played {
  readonly day: Day;
  readonly players: readonly Player[];
  readonly operator: Operator;
  readonly vendor: Vendor;
}

/** Several players at once, while the server is killed and the vendor restarts. */
async function playDay({ day, players, operator, vendor }: Played): Promise<void> {
  let isOver = false;
  const playing = Promise.all(
    players.map(({ userCode }) => day.playRounds(userCode, ROUNDS_A_PLAYER)),
  ).finally(() => (isOver = true));
  for (const share of RESTARTS) {
    const goal = players.length * ROUNDS_A_PLAYER * share;
    const isReached = (): boolean => isOver || vendor.books.entries.length >= goal;
    assert.ok(await untilTrue(isReached, 300_000), `fewer than ${goal} transactions`);
    await Promise.all([killAndRestart(operator), vendor.restart()]);
  }
  await playing;
}

/** What a vendor believes is compared with what the ledger has. */
async function settleDay({ day, players, operator, vendor }: Played, installation: Installation) {
  const { owner } = installation;
  const { books } = vendor;
  const isEven = (_entry: unknown, place: number): boolean => place % 2 === 0;
  const [unconfirmed, owed] = [books.inState('unconfirmed'), books.inState('owed')];
  const counts =
    `${books.entries.length} transactions, ${owed.length} owed wins, ${unconfirmed.length} ` +
    `unconfirmed and ${books.inState('void').length} void bets`;
  // Half of what is not known is asked again before the log is compared, the other half afterwards.
  await day.askAgain([...unconfirmed.filter(isEven), ...owed.filter(isEven)]);
  const reconcile = reconciliationOf(installation, operator);
  let disputed = await reconcile();
  // The stake of a round may be returned by one run of the job, and the rest of the round closed by the next
  // one.
  if (disputed.length === 0) disputed = await reconcile();
  const openOf = (): Promise<number> =>
    readValue(owner, "select count(*)::int from rounds where state = 'OPEN'");
  const left = books.inState('unconfirmed').length;
  // Without a round for people, the log alone has settled all.
  const isSettled = disputed.length > 0 || left > 0 || (await openOf()) === 0;
  await day.askAgain([...books.inState('unconfirmed'), ...books.inState('owed')]);
  const stillDisputed = await reconcile();
  const differences = await Promise.all(
    players.map(async (player) => [player.userCode, await balanceOf(installation, player)] as const),
  );
  return { counts, disputed, isSettled, stillDisputed, balances: new Map(differences), open: await openOf() };
}

/**
 * The change of balances, in thousandths, by rounds that the vendor gave up after we had settled them. Each
 * is a finding, because only the vendor can say that such a round is not forged.
 */
async function changesOfUnknownRounds({ owner }: Installation): Promise<ReadonlyMap<string, number>> {
  const { rows } = await owner.query<{ code: string; change: number }>(
    `select 'u' || u.id as code, (sum(r.win_micros - r.bet_micros) / 1000)::float8 as change
       from game_findings f join rounds r using (provider_code, round_id, player_account_id)
         join users u on u.account_id = r.player_account_id
      where f.kind = 'unknown-to-provider' group by u.id`,
  );
  return new Map(rows.map(({ code, change }) => [code, change]));
}

for (const [index, profile] of PROFILES.entries())
  test(`vendor ${profile.name}: its balances equal ours after a day of lost calls`, async (context) => {
    const seed = SEED + index;
    const installation = await createInstallation();
    context.after(() => dropInstallation(installation));
    const { owner, players } = installation;
    const vendor = await startVendor(profile);
    context.after(() => vendor.stop());
    const operator = await startOperator(installation, vendor, profile);
    context.after(() => operator.process.kill('SIGKILL'));
    for (const player of players) await openGame(operator, player);
    const before = await Promise.all(players.map((player) => balanceOf(installation, player)));
    const day = createDay({
      books: vendor.books,
      operatorUrl: `${operator.url}/gold_api${profile.dialect === 'iii' ? '/flat' : ''}`,
      agent: { agentCode: 'palier', secret: SECRET },
      random: createRandom(seed),
      prefix: `${profile.name}-${seed}`,
    });
    const played = { day, players, operator, vendor };
    await playDay(played);
    const { counts, disputed, isSettled, stillDisputed, balances, open } = await settleDay(
      played,
      installation,
    );
    const findings = await selectFindings(owner, 'UTC');
    const facts =
      `seed ${seed}: ${counts}; for people at first: ${disputed.join('; ') || 'none'}; ` +
      `findings: ${findings.map(({ kind }) => kind).join(', ') || 'none'}`;
    context.diagnostic(facts);

    assert.ok(isSettled, facts);
    assert.deepEqual(stillDisputed, [], facts);
    assert.equal(open, 0, facts);
    const unknown = await changesOfUnknownRounds(installation);
    players.forEach(({ userCode }, place) =>
      assert.equal(
        Math.round(balances.get(userCode)! - before[place]! - (unknown.get(userCode) ?? 0)),
        vendor.books.changeOf(userCode),
        `${userCode}, ${facts}`,
      ),
    );
    // A win that the operator refused is lost to its player, so people must learn of it.
    for (const { transaction } of vendor.books.inState('refused')) {
      const { type, winMillimes, roundId, betId } = transaction;
      if (type !== 'credit' || winMillimes === 0) continue;
      const isFound = findings.some(
        ({ kind, roundId: found }) =>
          ['refused-win', 'reused-id'].includes(kind) && [roundId, betId].includes(found),
      );
      assert.ok(isFound, `no finding for the refused win ${transaction.id}, ${facts}`);
    }
    assert.equal(await verifyLedger(owner), null);
  });
