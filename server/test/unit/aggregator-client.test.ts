import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { readConfig } from '../../src/config/config';
import type { ProviderRefusal } from '../../src/games/errors';
import { createGoldApiAggregator } from '../../src/games/gold-api/operator-client';
import { LOBBY_CODE } from '../../src/games/port';
import type { Refusal } from '../../src/refusals/refusal';

type Call = Readonly<Record<string, unknown>> & { readonly method: string };

let vendor: Server;
/** What the vendor answers: fields, a text as it stands, or a status of HTTP with either. */
let answer: (call: Call) => unknown;
let calls: Call[];
let warnings: string[];

const http = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  http: status,
  body,
  headers,
});

function clientOf(environment: Record<string, string> = {}) {
  const config = readConfig({
    DATABASE_URL: 'postgresql://x?sslmode=disable',
    PROVIDER_AGENT_TOKEN: 'palier-demo-token',
    PROVIDER_SECRET: 'palier-demo-secret',
    PROVIDER_URL: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/gold_api`,
    JWT_SECRET: 'x'.repeat(32),
    ...environment,
  });
  return createGoldApiAggregator(config, { warn: (list, faults) => warnings.push(`${list}: ${faults}`) });
}
const listGames = (games: unknown, isLive?: boolean) => {
  answer = () => ({ status: 1, games });
  return clientOf().listGames({ code: 'PRAGMATIC', name: 'Pragmatic', isLive });
};
const causeOf = (error: unknown): string => ((error as Refusal).cause as Error).message;
const GAME = {
  user: { userCode: 'u1', providerCode: 'CQ9', gameCode: 'g1' },
  address: 'http://localhost:3001/play',
};
const launch = (gameCode = 'g1', environment: Record<string, string> = {}) =>
  clientOf(environment).launch({ ...GAME.user, gameCode });

describe('aggregator client', () => {
  before(async () => {
    vendor = createServer((request, reply) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const call = JSON.parse(text) as Call;
        calls.push(call);
        const given = answer(call) as
          | { http?: number; body?: unknown; headers?: Record<string, string> }
          | string;
        const { http: status = 200, body = given, headers = {} } = typeof given === 'string' ? {} : given;
        reply.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  });
  after(() => {
    vendor.closeAllConnections();
    vendor.close();
  });
  beforeEach(() => {
    calls = [];
    warnings = [];
  });

  describe('lists of the aggregator', () => {
    test('game list: the code of an entry stands for its missing id, as documented', async () => {
      assert.deepEqual(
        await listGames([{ game_code: 'g1', game_name: 'G', banner: 'https://x.example/1.png', status: 1 }]),
        [
          {
            id: 'g1',
            game_code: 'g1',
            game_name: 'G',
            banner: 'https://x.example/1.png',
            kind: undefined,
            rtp: undefined,
            volatility: undefined,
          },
        ],
      );
    });
    test('game list: further names, types and absent fields are read as documented', async () => {
      const picture = 'https://x.example/1.png';
      const games = await listGames([
        { game_code: 'one', game_name: 'One', bet_levels: { min: 1 }, banner: null, status: '1' },
        { code: 'two', game_name: 'Two', image: picture },
        { game_id: 3, game_name: 33, icon: picture, banner: '' },
        { slug: 'four', status: true, banner: 'x', image: picture },
        { game_code: 'five', game_name: 'Five', status: 0 },
        { game_code: 'six', game_name: 'Six', status: '0' },
        { game_code: 'seven', game_name: 'Seven', id: { $oid: '1' } },
      ]);
      assert.deepEqual(
        games.map(({ id, game_code, game_name, banner }) => [id, game_code, game_name, banner]),
        [
          ['one', 'one', 'One', ''],
          ['two', 'two', 'Two', picture],
          ['3', '3', '33', picture],
          ['four', 'four', 'four', picture],
          ['seven', 'seven', 'Seven', ''],
        ],
      );
      assert.deepEqual(warnings, []);
    });
    test('game list: an unreadable entry is left out, and the log names its field once', async () => {
      const long = 'x'.repeat(5_000);
      const client = clientOf();
      answer = () => ({
        status: 1,
        games: [
          { id: 1, game_code: 'one', game_name: 'Once' },
          { game_name: 'No code' },
          { game_code: 'two', game_name: long },
          { game_code: 'four four', game_name: 'Four' },
          { game_code: 'cinq-é', game_name: 'Five' },
          { game_code: { a: 1 } },
          null,
          { id: 2, game_code: 'one', game_name: 'Twice', banner: `https://games.example/${long}` },
        ],
      });
      for (const _ of [1, 2]) {
        const games = await client.listGames({ code: 'PRAGMATIC', name: 'Pragmatic' });
        assert.deepEqual(
          games.map(({ id, game_code, game_name, banner }) => [id, game_code, game_name, banner]),
          [[2, 'one', 'Twice', '']],
        );
      }
      assert.deepEqual(warnings, [
        'game_list of PRAGMATIC: entry 2 (No code) has no game_code; ' +
          'entry 3 (two) has a game_name of more than 256 characters; ' +
          'entry 4 (four four) has in game_code a space or a sign that is not ASCII, ' +
          'or more than 128 characters; ' +
          'entry 5 (cinq-é) has in game_code a space or a sign that is not ASCII, ' +
          'or more than 128 characters; ' +
          'entry 6 has a game_code that is neither a text nor a number; and 1 more',
      ]);
    });
    test('game list: an entry whose name has NUL or half of a character is left out', async () => {
      const games = await listGames([
        { game_code: 'half', game_name: 'A\ud800B' },
        { game_code: 'nul', name: 'A\0B' },
        { game_code: 'pair', game_name: 'Fruit 🍒' },
      ]);
      assert.deepEqual(
        games.map(({ game_code, game_name }) => [game_code, game_name]),
        [['pair', 'Fruit 🍒']],
      );
      assert.deepEqual(warnings, [
        'game_list of PRAGMATIC: entry 1 (half) has in game_name a NUL or half of a character; ' +
          'entry 2 (nul) has in name a NUL or half of a character',
      ]);
    });
    test('game list: an id or a picture with half of a character counts as missing', async () => {
      const [game] = await listGames([
        { id: '\ud800', game_code: 'one', game_name: 'One', banner: 'https://x.example/\ud800' },
      ]);
      assert.deepEqual([game?.id, game?.game_name, game?.banner], ['one', 'One', '']);
    });
    test('provider list: an entry whose name has NUL or half of a character is left out', async () => {
      answer = () => ({
        status: 1,
        providers: [
          { code: 'CQ9', name: 'CQ\udc009' },
          { code: 'NAGA', name: 'Na\0ga' },
          { code: 'PRAGMATIC', name: 'Pragmatic' },
        ],
      });
      assert.deepEqual(await clientOf().listProviders(), [{ code: 'PRAGMATIC', name: 'Pragmatic' }]);
      assert.deepEqual(warnings, [
        'provider_list: entry 1 (CQ9) has in name a NUL or half of a character; ' +
          'entry 2 (NAGA) has in name a NUL or half of a character',
      ]);
    });
    test('provider list: codes, states and names are read in any form', async () => {
      answer = () => ({
        status: '1',
        providers: [
          { code: 'Evolution_1', name: 'Evolution', status: 1, type: 'live', currency: ['TND'] },
          { code: 'HABANERO', name: 'Closed', status: 0 },
          { code: 'CQ9', status: '1', type: 'slot' },
          { code: 'NAGA', name: 'Closed', status: '0' },
          { code: 'PRAGMATIC', name: 'Once' },
          { code: 777, name: 'Number' },
          { code: 'PRAGMATIC', name: 'Twice' },
          { code: 'NO-DASH', name: 'Wrong' },
        ],
      });
      assert.deepEqual(await clientOf().listProviders(), [
        { code: 'PRAGMATIC', name: 'Twice' },
        { code: 'CQ9', name: 'CQ9', isLive: false },
        { code: 'Evolution_1', name: 'Evolution', isLive: true },
        { code: '777', name: 'Number' },
      ]);
      assert.match(warnings.join(), /^provider_list: entry 8 \(NO-DASH\) has in code other characters/);
    });
    test('lists: a list without a readable entry fails, and the reason names the field', async () => {
      const cases: readonly (readonly [unknown, RegExp])[] = [
        ['', /^the answer is not JSON \(HTTP 200, 0 characters\)$/],
        ['<html>', /^the answer is not JSON \(HTTP 200, 6 characters\)$/],
        [http(502, '<html>'), /not JSON \(HTTP 502/],
        ['[]', /^the answer is not an object with fields/],
        [{ status: 1 }, /^provider_list: field providers is missing$/],
        [{ status: 1, providers: 'x' }, /^provider_list: field providers is not understood$/],
        [
          { status: 1, providers: [{ id: 1 }, { id: 2 }] },
          /^provider_list: no entry can be read: entry 1 has no code; entry 2 has no code$/,
        ],
      ];
      for (const [invalid, reason] of cases) {
        answer = () => invalid;
        await assert.rejects(clientOf().listProviders(), (error: Refusal) => {
          assert.equal(error.code, 'unavailable');
          assert.match(causeOf(error), reason);
          assert.doesNotMatch(causeOf(error), /"code"|invalid_/);
          return true;
        });
      }
    });
    test('lists: answers without a status, with a byte order mark or a text status are read', async () => {
      for (const given of [
        { providers: [{ code: 'CQ9', name: 'CQ9' }] },
        { msg: 'SUCCESS', providers: [{ code: 'CQ9', name: 'CQ9' }] },
        {
          status: '1',
          msg: 'Lista de provedores',
          providers: [{ id: '1', code: 'CQ9', name: 'CQ9', status: '1' }],
        },
        { status: 'success', providers: [{ code: 'CQ9', name: 'CQ9' }] },
        `\ufeff${JSON.stringify({ status: 1, providers: [{ code: 'CQ9', name: 'CQ9' }] })}`,
      ]) {
        answer = () => given;
        assert.deepEqual(await clientOf().listProviders(), [{ code: 'CQ9', name: 'CQ9' }]);
      }
    });
    test('lists: a provider that the vendor does not know has no games, in any spelling', async () => {
      for (const msg of [
        'INVALID_PROVIDER',
        'Invalid provider.',
        'Provider not found',
        'invalid provider code',
      ]) {
        answer = () => ({ status: 0, msg });
        assert.deepEqual(await clientOf().listGames({ code: 'CQ9', name: 'CQ9' }), []);
      }
    });
    test('lists: the answer "later" is understood in any spelling, and its pause is kept', async () => {
      for (const given of [
        { status: 0, msg: 'Rate Limit Error' },
        { status: 0, msg: 'RATE_LIMIT_ERROR.' },
        { status: 0, msg: 'Rate limit exceeded' },
        { status: 429, msg: 'Too Many Requests' },
        { msg: 'rate-limit error' },
        http(429, '<html>', { 'retry-after': '3' }),
        http(429, { status: 1, providers: [] }),
        http(503, '<html>', { 'retry-after': '3' }),
        { status: 429 },
        { status: 0, msg: 'API call frequency is too high' },
        { status: 0, msg: 'Requests too fast, please try again later.' },
        { status: 0, msg: 'Query limit exceeded' },
      ]) {
        answer = () => given;
        await assert.rejects(clientOf().listProviders(), { meaning: 'later' }, JSON.stringify(given));
      }
      answer = () => http(429, '', { 'retry-after': '3' });
      await assert.rejects(clientOf().listProviders(), { retryAfterMs: 3_000 });
      // A date counts from the vendor's own clock, which may be wrong.
      const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
      answer = () => http(429, '', { date, 'retry-after': 'Sun, 06 Nov 1994 08:49:57 GMT' });
      await assert.rejects(clientOf().listProviders(), { retryAfterMs: 20_000 });
      answer = () => http(429, { message: 'You are being rate limited.', retry_after: 2.5 });
      await assert.rejects(clientOf().listProviders(), { meaning: 'later', retryAfterMs: 2_500 });
      for (const odd of ['-5', 'soon', '']) {
        answer = () => http(429, '', { 'retry-after': odd });
        await assert.rejects(clientOf().listProviders(), { meaning: 'later', retryAfterMs: 0 });
      }
    });
    test('lists: an answer 503 that names no pause is a failure', async () => {
      answer = () => http(503, '<html>');
      await assert.rejects(
        clientOf().listProviders(),
        (error: ProviderRefusal) => error.meaning === undefined,
      );
    });
    test('lists: a list without any provider is a failure', async () => {
      answer = () => ({ status: 1, providers: [] });
      await assert.rejects(clientOf().listProviders(), (error) => /has no provider/.test(causeOf(error)));
    });
    test('lists: a list that PHP writes as an object with numbers as names is read', async () => {
      const list = await listGames({ 0: { game_code: 'a' }, 2: { game_code: 'b' } });
      assert.deepEqual(
        list.map(({ game_code: code }) => code),
        ['a', 'b'],
      );
    });
    test('refusals: the log has advice for a refusal with status 0, 401 or 403 in any form', async () => {
      const cases: readonly (readonly [object, string, RegExp])[] = [
        [{ status: 401, msg: 'Unauthorized' }, 'credentials', /^Unauthorized \(check PROVIDER_AGENT_CODE/],
        [{ status: '403', message: 'Invalid Agent.' }, 'credentials', /^Invalid Agent\. \(check/],
        [{ status: 403 }, 'other', /^status 403$/],
        [{ status: 0, msg: 5 }, 'other', /^5$/],
        [{ status: false }, 'other', /^UNKNOWN$/],
        [{ status: 0, msg: 'Insufficient agent funds.' }, 'agent-money', /too little money/],
        [{ error: 'Something' }, 'other', /^Something$/],
      ];
      for (const [given, meaning, reason] of cases) {
        answer = () => given;
        await assert.rejects(clientOf().listProviders(), (error: ProviderRefusal) => {
          assert.equal(error.meaning, meaning, JSON.stringify(given));
          assert.match(causeOf(error), reason);
          return true;
        });
      }
      answer = () => ({ status: 0, msg: 'x'.repeat(1_000_000) });
      await assert.rejects(clientOf().listProviders(), { msg: 'x'.repeat(100) });
    });
  });

  describe('lobby of a live provider', () => {
    const codesOf = async (games: unknown, isLive?: boolean) =>
      (await listGames(games, isLive)).map(({ game_code: code }) => code);
    test('lobby: a live provider has one, even without games, and a provider of slots has none', async () => {
      assert.deepEqual(await codesOf([{ game_code: 't1', game_name: 'Table' }], true), [LOBBY_CODE, 't1']);
      assert.deepEqual(await codesOf([], true), [LOBBY_CODE]);
      assert.deepEqual(await codesOf([]), [LOBBY_CODE]);
      assert.deepEqual(await codesOf([], false), []);
      assert.deepEqual(await codesOf([{ game_code: 'g', game_name: 'Closed', status: 0 }]), []);
      const [lobby] = await listGames([
        { game_code: '', game_name: 'Live Casino', image: 'https://x.example/l.png' },
      ]);
      assert.deepEqual(
        [lobby?.id, lobby?.game_code, lobby?.game_name, lobby?.banner],
        [LOBBY_CODE, LOBBY_CODE, 'Live Casino', 'https://x.example/l.png'],
      );
    });
    test('lobby: the vendor gets an empty game code when it is launched', async () => {
      answer = () => ({ status: 1, launch_url: GAME.address });
      assert.equal(await launch(LOBBY_CODE), GAME.address);
      assert.equal(calls[0]?.game_code, '');
      assert.equal(calls[0]?.lobby_url, undefined);
    });
  });

  describe('launch', () => {
    test('launch: the vendor gets the address of our catalogue that is configured', async () => {
      answer = () => ({ status: 1, launch_url: GAME.address });
      await launch('g1', { PROVIDER_LOBBY_URL: 'https://palier.example/home' });
      assert.equal(calls[0]?.lobby_url, 'https://palier.example/home');
    });
    const refuse = async (launch_url: string, environment: Record<string, string> = {}): Promise<string> => {
      answer = () => ({ status: 1, launch_url });
      const error: unknown = await launch('g1', environment).catch((refusal: unknown) => refusal);
      assert.equal((error as Refusal).code, 'unavailable', launch_url);
      assert.match((error as Refusal).sentence, /^L'adresse de ce jeu a été refusée/);
      return causeOf(error);
    };
    test('launch: an address of another origin is refused, and the log omits its session', async () => {
      for (const [address, origin] of [
        ['https://games.example/play/secret', 'https://games.example'],
        ['http://secret@localhost:3001/play', 'http://localhost:3001'],
        ['http://:secret@localhost:3001/play', 'http://localhost:3001'],
      ] as const)
        assert.equal(
          await refuse(address),
          `launch_url with a user, or not among ALLOWED_FRAME_ORIGINS: ${origin}`,
        );
      assert.equal(await refuse('/play?secret'), 'launch_url cannot be read: no address');
    });
    test('launch: an address over http is refused on other machines, and the log says why', async () => {
      assert.match(
        await refuse('http://games.example/play?secret'),
        /is http.*ask the provider for https addresses\): http:\/\/games\.example$/,
      );
      const listed = { ALLOWED_FRAME_ORIGINS: 'http://games.example', NODE_ENV: 'production' };
      assert.match(await refuse('http://games.example/play', listed), /is http/);
    });
    test('launch: a host below the domain of a pattern is accepted, but not the domain itself', async () => {
      const environment = { ALLOWED_FRAME_ORIGINS: 'https://*.vendor.example' };
      answer = () => ({ status: 1, launch_url: 'https://eu7.play.vendor.example/x' });
      assert.equal(await launch('g1', environment), 'https://eu7.play.vendor.example/x');
      for (const address of ['https://vendor.example/x', 'https://a.vendor.example.evil.example/'])
        assert.match(await refuse(address, environment), /not among ALLOWED_FRAME_ORIGINS/);
    });
    for (const [who, created] of [
      ['no call has made it yet', { status: 1, msg: 'SUCCESS' }],
      [
        'no call has made it yet, and the answer has no status',
        { fc_code: 1, user_code: 'u1', user_balance: 0 },
      ],
      ['its other game made it meanwhile', { status: 0, msg: 'DUPLICATED_USER' }],
      ['its other game made it meanwhile, in a sentence', { status: 0, msg: 'Error: DUPLICATED_USER' }],
      ['its other game made it meanwhile, in words', { status: 0, msg: 'Duplicated User' }],
      ['the vendor says that it exists', { status: 0, msg: 'User already exists.' }],
      ['the launch itself creates it', { status: 0, msg: "Seamless agent can't use this API." }],
      [
        'the launch itself creates it, with another apostrophe',
        { status: 0, msg: 'SEAMLESS AGENT CAN’T USE THIS API' },
      ],
    ] as const)
      test(`launch: the game of an unknown player opens when ${who}`, async () => {
        for (const msg of [
          'INVALID_USER',
          'invalid user',
          'Invalid User Code.',
          'USER_NOT_FOUND',
          'User not found.',
        ]) {
          calls = [];
          answer = ({ method }) => {
            if (method === 'user_create') return created;
            return calls.length === 1 ? { status: 0, msg } : { status: 1, launch_url: GAME.address };
          };
          assert.equal(await launch(), GAME.address);
          assert.deepEqual(
            calls.map(({ method }) => method),
            ['game_launch', 'user_create', 'game_launch'],
          );
        }
      });
    test('launch: a user_create that is refused for another reason fails the launch with it', async () => {
      answer = ({ method }) => ({
        status: 0,
        msg: method === 'user_create' ? 'Duplicated Agent Sign.' : 'INVALID_USER',
      });
      await assert.rejects(launch(), { msg: 'Duplicated Agent Sign.' });
    });
    test('launch: an unknown game is a 404 in any spelling, and other refusals are 503', async () => {
      for (const msg of [
        'NOT_FOUND',
        'INVALID_PROVIDER',
        'Invalid game.',
        'GAME_NOT_FOUND',
        'Game code does not exist',
      ]) {
        answer = () => ({ status: 0, msg });
        await assert.rejects(launch(), { code: 'not-found' }, msg);
      }
      for (const msg of ['UNAUTHORIZED', 'INSUFFICIENT_AGENT_FUNDS', 'INTERNAL_ERROR', 'USER_BLOCKED']) {
        answer = () => ({ status: 0, msg });
        await assert.rejects(launch(), { code: 'unavailable', msg });
      }
      answer = () => ({ status: 1 });
      const error: unknown = await launch().catch((refusal: unknown) => refusal);
      assert.equal(causeOf(error), 'game_launch: field launch_url is missing');
    });
    test('launch: the log says that the vendor did not reach our callback address', async () => {
      for (const msg of ['ERROR_GET_BALANCE_END_POINT', 'Error get balance end point.']) {
        answer = () => ({ status: 0, msg });
        const error: unknown = await launch().catch((refusal: unknown) => refusal);
        assert.match(causeOf(error), /could not read a balance at our callback address/);
      }
    });
  });
});
