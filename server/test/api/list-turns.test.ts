import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GameTitle } from '@palier/shared/contracts/lobby';
import { untilTrue } from '@palier/test-support/wait-until';
import { LOBBY_CODE } from '../../src/games/port';
import { useGames } from './games-provider';

const PROVIDERS = Array.from({ length: 12 }, (_, index) => `Vendor_${index}`);
const LIVE = 'Live_Casino';
/** Lists that may be asked for between the request of a player and its own call: of the background's turn. */
const LISTS_BEFORE_A_PLAYER = 1;

describe('turns of lists', () => {
  const asked: string[] = [];
  const launched: unknown[] = [];
  let refusal: object | null = null;
  const games = useGames({ PROVIDER_LIST_PAUSE_MS: '400' }, async () => {
    token = await games.server.tokenOf('client');
    games.answerOperator = (body) => {
      const { method, provider_code: provider = '' } = body;
      if (method === 'game_launch') {
        launched.push({ ...body });
        return { status: 1, launch_url: 'http://localhost:3001/play' };
      }
      if (refusal !== null) return refusal;
      asked.push(provider);
      if (method === 'provider_list')
        return { providers: [...PROVIDERS, LIVE].map((code) => ({ code, name: code })) };
      return { status: 1, games: provider === LIVE ? [] : [{ game_code: 'g1', game_name: 'G' }] };
    };
  });
  let token: string;
  const gamesOf = async (provider: string): Promise<unknown[]> => {
    const { status, body } = await games.server.call('GET', `/casino/games?providerCode=${provider}`, token);
    assert.equal(status, 200, `${provider}: ${body.errors?.join()}`);
    return (body as unknown as { games: unknown[] }).games;
  };

  test('turns of lists: the list that a player opens is read before those of the background', async () => {
    await games.server.call('GET', '/casino/providers', token);
    const before = asked.length;
    // The last in the order of the background.
    const last = PROVIDERS.at(-1)!;
    assert.equal((await gamesOf(last)).length, 1);
    assert.ok(asked.indexOf(last) <= before + LISTS_BEFORE_A_PLAYER, asked.join());
    assert.ok(asked.length < PROVIDERS.length, asked.join());
  });
  test('turns of lists: a game is launched without waiting for a list that was not read yet', async () => {
    const unread = PROVIDERS.findLast((code) => !asked.includes(code));
    assert.ok(unread !== undefined, asked.join());
    const query = `gameCode=g1&providerCode=${unread}`;
    assert.equal((await games.server.call('POST', `/casino/launch?${query}`, token)).status, 200);
    assert.ok(!asked.includes(unread), asked.join());
  });
  test('turns of lists: the background reads all lists once, for the titles of all games', async () => {
    assert.ok(await untilTrue(() => asked.length === PROVIDERS.length + 2));
    assert.deepEqual([...asked].sort(), ['', ...PROVIDERS, LIVE].sort());
    const readTitles = async (): Promise<GameTitle[]> => {
      const { body } = await games.server.call('GET', '/casino/titles', token);
      return (body as unknown as { titles: GameTitle[] }).titles;
    };
    assert.ok(await untilTrue(async () => (await readTitles()).length === PROVIDERS.length + 1));
  });
  test('lobby: a live provider without a list shows one game, launched with an empty game code', async () => {
    const expected = [{ id: LOBBY_CODE, game_code: LOBBY_CODE, game_name: 'Lobby', banner: '' }];
    assert.deepEqual(await gamesOf(LIVE), expected);
    const query = `gameCode=${encodeURIComponent(LOBBY_CODE)}&providerCode=${LIVE}`;
    assert.equal((await games.server.call('POST', `/casino/launch?${query}`, token)).status, 200);
    const { game_code: code, provider_code: provider } = launched.at(-1) as Record<string, unknown>;
    assert.deepEqual([code, provider], ['', LIVE]);
    // The vendor's callback names the table.
    const { status } = await games.server.wallet({
      method: 'transaction',
      user_code: `u${games.player}`,
      game_type: 'live',
      live: {
        provider_code: LIVE,
        game_code: 'table-126',
        txn_id: 't1',
        txn_type: 'debit',
        bet_money: 1,
        win_money: 0,
      },
    });
    assert.equal(status, 1);
  });
  for (const [what, answer] of [
    ['is refused with "later"', { status: 0, msg: 'Rate Limit Error' }],
    ['is refused for another reason', { status: 0, msg: 'INTERNAL_ERROR' }],
    ['cannot be read', { status: 1, games: [{ name: 'x' }], providers: [{ name: 'x' }] }],
  ] as const)
    test(`lists: the old list is served if a newer one is due and ${what}`, async () => {
      refusal = answer;
      await games.server.owner.query("update aggregator_lists set due_at = now() - interval '1 s'");
      const isTried = async (): Promise<boolean> => {
        const { rows } = await games.server.owner.query(
          "select from aggregator_lists where due_at > now() - interval '1 s' and provider_code = ''",
        );
        return rows.length > 0;
      };
      assert.ok(await untilTrue(isTried));
      assert.equal((await gamesOf(PROVIDERS[0]!)).length, 1);
      assert.equal((await games.server.call('GET', '/casino/providers', token)).status, 200);
      refusal = null;
    });
  for (const [what, answer, reason] of [
    ['refuses', { status: 0, msg: 'SERVER\0ERROR' }, 'SERVER\\0ERROR'],
    [
      'names an entry',
      { status: 1, providers: [{ name: 'A\0B' }] },
      'provider_list: no entry can be read: entry 1 (A\\0B) has no code',
    ],
  ] as const)
    test(`lists: the reason is stored if the aggregator ${what} in words with NUL`, async () => {
      refusal = answer;
      await games.server.owner.query(
        `update aggregator_lists set due_at = now() - interval '1 s', failure = null
          where provider_code = ''`,
      );
      const readReason = async (): Promise<string | null> => {
        const { rows } = await games.server.owner.query<{ failure: string | null }>(
          "select failure from aggregator_lists where provider_code = ''",
        );
        return rows[0]?.failure ?? null;
      };
      assert.ok(await untilTrue(async () => (await readReason()) !== null));
      assert.equal(await readReason(), reason);
      refusal = null;
    });
  test('lists: a provider loses its games only if its list stays empty', async () => {
    const [provider] = PROVIDERS as [string];
    const { owner } = games.server;
    let empties = 0;
    const answer = games.answerOperator;
    games.answerOperator = (body) => {
      if (body.method !== 'game_list' || body.provider_code !== provider) return answer(body);
      empties += 1;
      return { status: 1, games: [] };
    };
    const askAgain = async (): Promise<void> => {
      const before = empties;
      await owner.query(
        "update aggregator_lists set due_at = now() - interval '1 s' where provider_code = $1",
        [provider],
      );
      assert.ok(await untilTrue(() => empties > before));
    };
    const codes = async (): Promise<unknown[]> =>
      ((await gamesOf(provider)) as { game_code: string }[]).map(({ game_code: code }) => code);
    const isFailureStored = async (): Promise<boolean> => {
      const { rows } = await owner.query(
        `select from aggregator_lists where provider_code = $1 and due_at > now() and failure is not null`,
        [provider],
      );
      return rows.length > 0;
    };
    for (let time = 0; time < 2; time += 1) {
      await askAgain();
      assert.ok(await untilTrue(isFailureStored));
      assert.deepEqual(await codes(), ['g1']);
    }
    await askAgain();
    assert.ok(await untilTrue(async () => (await codes())[0] === LOBBY_CODE));
    assert.equal((await codes()).length, 1);
    games.answerOperator = answer;
  });
  test('lists: they are read at once if a clock hours ahead stored their next times', async () => {
    const [provider] = PROVIDERS as [string];
    const before = asked.length;
    await games.server.owner.query("update aggregator_pace set next_at = now() + interval '5 hours'");
    await games.server.owner.query(
      "update aggregator_lists set due_at = now() + interval '5 hours' where provider_code = $1",
      [provider],
    );
    assert.ok(await untilTrue(() => asked.slice(before).includes(provider)));
  });
});

/** Calls that a vendor takes in `windowMs`; refused calls count too. */
const VENDOR_LIMIT = { calls: 4, windowMs: 6_000 };

describe('pace of a vendor that counts refused calls', () => {
  const calls: { readonly at: number; readonly isRefused: boolean }[] = [];
  const games = useGames({ PROVIDER_LIST_PAUSE_MS: '200' }, () => {
    games.answerOperator = ({ method, provider_code: provider }) => {
      const at = performance.now();
      const isRefused =
        calls.filter((call) => call.at > at - VENDOR_LIMIT.windowMs).length >= VENDOR_LIMIT.calls;
      calls.push({ at, isRefused });
      if (isRefused) return { status: 0, msg: 'Rate Limit Error' };
      if (method === 'provider_list')
        return { providers: PROVIDERS.map((code) => ({ code, name: code, type: 'slot' })) };
      return { status: 1, games: [{ game_code: `${provider}-1`, game_name: 'G' }] };
    };
    return Promise.resolve();
  });

  test('pace: refusals in a row make the pauses longer, and all lists are read', async () => {
    const isFilled = async (): Promise<boolean> => {
      const { rows } = await games.server.owner.query(
        'select from aggregator_lists where entries is not null',
      );
      return rows.length === PROVIDERS.length + 1;
    };
    assert.ok(await untilTrue(isFilled, 120_000), JSON.stringify(calls));
    const refused = calls.filter(({ isRefused }) => isRefused).length;
    assert.ok(refused < calls.length / 2, `${refused} of ${calls.length} calls refused`);
  });
});
