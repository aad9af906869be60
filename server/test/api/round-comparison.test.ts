import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test, type TestContext } from 'node:test';
import { runReconcile } from '../../src/operator/reconcile';
import { startGames, type Games } from './games-provider';

interface Entry {
  readonly user?: number;
  readonly round: string;
  /** The age of the round by the provider's clock. */
  readonly minutes?: number;
  readonly [field: string]: unknown;
}

let games: Games;
/** The provider's rounds: of the player, unless an entry names another user. */
let log: Entry[];
/** The logs that were requested: user, hours of the period, game type and page. */
let requests: { user: string; hours: number; type: string; page: number }[];
before(async () => {
  games = await startGames({ PROVIDER_RECONCILE_AFTER_S: '86400' });
});
after(() => games.stop());
beforeEach(async () => {
  await games.server.owner.query('delete from rounds; delete from provider_transactions');
  log = [];
  requests = [];
  games.answerOperator = ({ method, user_code: user = '', game_type: type = '', start, end, page = 0 }) => {
    if (method !== 'get_game_log') return { status: 1 };
    const [from, to] = [Date.parse(`${start}Z`), Date.parse(`${end}Z`)];
    requests.push({ user, type, page, hours: (to - from) / 3_600_000 });
    const rounds = log.filter(({ user: of = games.player, minutes = 20 }) => {
      const began = Date.now() - minutes * 60_000;
      return user === `u${of}` && from <= began && began <= to;
    });
    return { status: 1, [type]: type === 'slot' && page === 0 ? rounds.map(toLine) : [] };
  };
});

const toLine = ({ user: _, minutes: __, round, ...more }: Entry) => ({
  provider_code: 'PRAGMATIC',
  round_id: round,
  round_status: 'settled',
  bet_money: 1,
  win_money: 0,
  debit_txn_id: `${round}-bet`,
  credit_txn_id: null,
  ...more,
});

/** A settled round of the ledger that began some minutes ago. */
async function play(round: string, { win = 0, user = games.player, minutes = 20 } = {}): Promise<void> {
  await games.send({ txn: `${round}-bet`, round, bet: 1, user });
  const { status } = await games.send({ txn: `${round}-win`, round, type: 'credit', win, user });
  assert.equal(status, 1);
  await games.server.owner.query(
    "update rounds set opened_at = opened_at - $2 * interval '1 min' where round_id = $1",
    [round, minutes],
  );
}

/** Runs the command; its exit code and its output. */
async function reconcile(t: TestContext, words: string[]): Promise<{ code: number; said: string }> {
  const { PROVIDER_URL, PROVIDER_AGENT_TOKEN, PROVIDER_SECRET, JWT_SECRET } = games.config();
  const before = process.env;
  process.env = {
    ...before,
    DATABASE_URL: 'postgresql://x',
    PROVIDER_URL,
    PROVIDER_AGENT_TOKEN,
    PROVIDER_SECRET,
    JWT_SECRET,
  };
  const write = t.mock.method(process.stdout, 'write', () => true);
  try {
    const code = await runReconcile(games.server.owner, words);
    return { code, said: write.mock.calls.map(({ arguments: [text] }) => String(text)).join('') };
  } finally {
    write.mock.restore();
    process.env = before;
  }
}

describe('comparison of ended rounds, both ways', () => {
  test('reconcile --ended: a win forged in a round that the provider never had is named and exits 1', async (t) => {
    await play('known', { win: 2 });
    log = [{ round: 'known', win_money: 2 }];
    assert.deepEqual(await reconcile(t, ['--ended', '1']), {
      code: 0,
      said: '1 ended rounds, 0 to examine.\n',
    });
    await play('forged', { win: 50_000 });
    const { code, said } = await reconcile(t, ['--ended', '1']);
    assert.equal(code, 1);
    assert.match(said, /PRAGMATIC forged player u\d+.*50000 TND/);
  });
  test('reconcile --ended: a win forged in a round of long ago is named and exits 1', async (t) => {
    await play('old', { minutes: 60 * 24 * 40 });
    await games.send({ txn: 'forged-late', round: 'old', type: 'credit', win: 50_000 });
    log = [{ round: 'old', minutes: 60 * 24 * 40 }];
    const { code, said } = await reconcile(t, ['--ended', '1']);
    assert.equal(code, 1);
    assert.match(said, /PRAGMATIC old .*DIFFER/);
  });
  test('reconcile --ended: a round that the ledger lost is named and exits 1', async (t) => {
    await play('kept');
    log = [{ round: 'kept' }, { round: 'lost', win_money: 7, credit_txn_id: 'lost-win' }];
    const { code, said } = await reconcile(t, ['--ended', '1']);
    assert.equal(code, 1);
    assert.match(said, /PRAGMATIC lost player u\d+/);
  });
});
