import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { ErrorBody } from '@palier/shared/contracts';
import { pino } from 'pino';
import { untilTrue } from '@palier/test-support/wait-until';
import { useTestServer } from './start-test-server';

type Line = Readonly<Record<string, unknown>>;

describe('call log', () => {
  const server = useTestServer({ LOG_LEVEL: 'info', TRUST_PROXY: 'loopback' }, async () => {
    const log = server.app.log as unknown as Record<symbol, { write: (line: string) => boolean }>;
    log[pino.symbols.streamSym]!.write = (line) => written.push(line) > 0;
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  let written: string[] = [];
  let origin: string;
  beforeEach(() => {
    written = [];
  });

  /** Over the network: an injected call has no connection to close. */
  const send = async (url: string, body?: object, token?: string): Promise<unknown> => {
    const answer = await fetch(`${origin}${url}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return url === '/metrics' ? answer.text() : answer.json();
  };
  const find = (route: string): Line | undefined =>
    written
      .map((line) => JSON.parse(line) as Line)
      .find((line) => line.msg === 'call' && line.route === route);
  /** The entry is written after the answer is sent. */
  const lineOf = async (route: string): Promise<Line | undefined> => {
    await untilTrue(() => find(route) !== undefined);
    return find(route);
  };

  test('call log: the line of a refused stake has its player, round, transaction and code', async () => {
    await send('/gold_api', {
      agent_code: 'palier',
      agent_secret: 'palier-demo-secret',
      method: 'transaction',
      user_code: 'u4',
      game_type: 'slot',
      slot: {
        provider_code: 'PRAGMATIC',
        game_code: 'chant-des-halles',
        txn_type: 'debit',
        txn_id: 'early',
        round_id: 'r1',
        bet_money: 1,
        win_money: 0,
      },
    });
    const { status, refused, player, round, transaction } = (await lineOf('/gold_api')) ?? {};
    assert.deepEqual(
      { status, refused, player, round, transaction },
      { status: 200, refused: 'INVALID_USER', player: 'u4', round: 'r1', transaction: 'early' },
    );
    assert.ok(!written.join('').includes('palier-demo-secret'));
  });

  test('call log: the line of an accepted callback has its caller and player, and no refusal', async () => {
    const call = { agent_code: 'palier', agent_secret: 'palier-demo-secret', method: 'user_balance' };
    await send('/gold_api', { ...call, user_code: 'u4' });
    const { remoteAddress, player, refused } = (await lineOf('/gold_api')) ?? {};
    assert.deepEqual(
      { remoteAddress, player, refused },
      { remoteAddress: '127.0.0.1', player: 'u4', refused: undefined },
    );
  });

  test('call log: the line of a refused transfer has its caller and the shown sentence', async () => {
    const { accessToken, user } = await server.login('admin');
    const movement = { receiverUsername: 'client', amount: 900_000_000, type: 'DEPOSIT' };
    const body = (await send('/api/v1/transactions', movement, accessToken)) as ErrorBody;
    const { user: caller, refused, reqId } = (await lineOf('/api/v1/transactions')) ?? {};
    assert.deepEqual(
      { caller, refused, reqId },
      { caller: user.id, refused: body.errors[0], reqId: body.requestId },
    );
    // No aggregator runs beside this test, which the job that reads its lists reports.
    const ofJobs = ['call', 'a list of the games provider was not read'];
    assert.deepEqual(
      written.filter((line) => !ofJobs.includes(String((JSON.parse(line) as Line).msg))),
      [],
    );
  });

  test('call log: the line of a successful call has its caller and no reason', async () => {
    const { accessToken, user } = await server.login('admin');
    await send('/api/v1/user/me', undefined, accessToken);
    const line = await lineOf('/api/v1/user/me');
    assert.equal(line?.user, user.id);
    assert.ok(!('refused' in line));
    assert.ok(!/Admin1234|eyJ/.test(written.join('')));
  });

  test('call log: a refused and a successful sign-in each have a line with address and status', async () => {
    for (const [password, status] of [
      ['Wrong1234', 401],
      ['Client1234', 200],
    ] as const) {
      written = [];
      await send('/api/v1/auth/login', { username: 'client', password });
      const line = await lineOf('/api/v1/auth/login');
      assert.equal(line?.status, status);
      assert.equal(line?.remoteAddress, '127.0.0.1');
      assert.equal(line?.refused, status === 401 ? 'Invalid email or password.' : undefined);
      assert.ok(!written.join('').includes(password));
    }
  });

  test('call log: a call without a session or with a role that may not make it has a line', async () => {
    const { accessToken, user } = await server.login('client');
    for (const [token, status, caller] of [
      [undefined, 401, undefined],
      [accessToken, 403, user.id],
    ] as const) {
      written = [];
      await send('/api/v1/transactions', {}, token);
      const line = await lineOf('/api/v1/transactions');
      assert.deepEqual([line?.status, line?.user], [status, caller]);
      assert.equal(typeof line?.refused, 'string');
    }
  });

  test('call log: the request id of a trusted proxy and the trace of the caller are kept', async () => {
    const id = 'proxy-0123456789';
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { 'x-request-id': id, traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const answer = await fetch(`${origin}/api/v1/user/me`, { headers });
    assert.equal(answer.headers.get('x-request-id'), id);
    assert.equal(((await answer.json()) as ErrorBody).requestId, id);
    const { reqId, traceId: logged } = (await lineOf('/api/v1/user/me')) ?? {};
    assert.deepEqual([reqId, logged], [id, traceId]);
  });

  test('call log: a scrape of the metrics has no line', async () => {
    await send('/metrics');
    await wait(100);
    assert.equal(find('/metrics'), undefined);
  });
});
