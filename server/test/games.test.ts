import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '@stomp/stompjs';
import { WebSocket } from 'ws';
import { verifyLedger } from '../src/admin/verify';
import { startPalier, type Palier } from './palier';

let palier: Palier;
let client: Awaited<ReturnType<Palier['login']>>;
before(async () => {
  palier = await startPalier();
  client = await palier.login('client');
  await palier.owner.query(
    "insert into game_sessions (user_id, provider_code, game_code) values ($1, 'PRAGMATIC', 'g1')",
    [client.user.id],
  );
  await palier.app.listen({ host: '127.0.0.1', port: 0 });
});
after(() => palier.stop());

const play = (txn: string, round: string, type: string, bet: number, win: number, more: object = {}) =>
  palier.wallet({
    method: 'transaction',
    user_code: `u${client.user.id}`,
    user_balance: 1,
    game_type: 'slot',
    slot: {
      provider_code: 'PRAGMATIC',
      game_code: 'g1',
      round_id: round,
      type: 'BASE',
      bet_money: bet,
      win_money: win,
      txn_id: txn,
      txn_type: type,
      ...more,
    },
  });
const balance = async (): Promise<number> =>
  (await palier.wallet({ method: 'user_balance', user_code: `u${client.user.id}` })).user_balance;

test('When a bet is delivered 20 times at once, then one debit and equal answers', async () => {
  const before = await balance();
  const answers = await Promise.all(Array.from({ length: 20 }, () => play('t1', 'r1', 'debit', 2.5, 0)));
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
  assert.equal(answers[0]?.status, 1);
  assert.equal(await balance(), before - 2.5);
});
test('When a transaction id comes back with other content, then it is a duplicate and nothing moves', async () => {
  const before = await balance();
  assert.equal((await play('t1', 'r1', 'debit', 3, 0)).msg, 'DUPLICATED_REQUEST');
  assert.equal(await balance(), before);
});
test('When a win has no bet in its round, comes from a stranger or after a settled round, then it is refused', async () => {
  assert.equal((await play('t2', 'r-none', 'credit', 0, 5)).status, 0);
  assert.equal(
    (await palier.wallet({ method: 'user_balance', agent_secret: 'wrong', user_code: `u${client.user.id}` }))
      .msg,
    'INVALID_AGENT',
  );
  assert.equal((await play('t3', 'r1', 'credit', 0, 10)).status, 1);
  assert.equal((await play('t4', 'r1', 'debit', 1, 0)).status, 0);
});
for (const bet of [0.0001, -1, 1e308, '2', null]) {
  test(`When a bet is ${JSON.stringify(bet)}, then it is refused and nothing moves`, async () => {
    const before = await balance();
    assert.equal((await play(`bad${String(bet)}`, 'rb', 'debit', bet as number, 0)).msg, 'INVALID_PARAMETER');
    assert.equal(await balance(), before);
  });
}
test('When a bet is above the balance, then it is refused with the true balance, and stays refused', async () => {
  const before = await balance();
  const answer = await play('t5', 'r5', 'debit', before + 0.001, 0);
  assert.deepEqual(answer, { status: 0, user_balance: before, msg: 'INSUFFICIENT_USER_FUNDS' });
  const { accessToken } = await palier.login('admin');
  const deposit = { receiverUsername: 'client', amount: 5, type: 'DEPOSIT' };
  assert.equal((await palier.call('POST', '/transactions', accessToken, deposit)).status, 200);
  assert.deepEqual(await play('t5', 'r5', 'debit', before + 0.001, 0), answer);
  assert.equal(await balance(), before + 5);
});
test('When the player is an agent, then the provider is told nothing of it', async () => {
  const { user } = await palier.login('admin');
  const answer = await palier.wallet({ method: 'user_balance', user_code: `u${user.id}` });
  assert.deepEqual(answer, { status: 0, user_balance: 0, msg: 'INVALID_USER' });
});
test('When a player is deactivated, then an open round is paid and a new bet refused', async () => {
  await play('t6', 'r6', 'debit', 1, 0);
  await palier.owner.query('update users set active = false where id = $1', [client.user.id]);
  assert.equal((await play('t7', 'r6', 'credit', 0, 4)).status, 1);
  assert.equal((await play('t8', 'r8', 'debit', 1, 0)).msg, 'INVALID_USER');
  await palier.owner.query('update users set active = true where id = $1', [client.user.id]);
  assert.equal((await play('t8', 'r8', 'debit', 1, 0)).msg, 'INVALID_USER');
});
test('When stakes cross a ceiling, then one wins the whole pot, and the win reaches its player once', async () => {
  await palier.owner.query("update jackpot_secrets set ceiling_micros = 20100000 where tier = 'bronze'");
  const port = (palier.app.server.address() as AddressInfo).port;
  const wins: { winId: number; prizeAmount: number; tier: string }[] = [];
  const balances: number[] = [];
  const socket = await connect(port, client.accessToken);
  socket.subscribe(`/topic/jackpot/user/${client.user.id}`, (message) => wins.push(JSON.parse(message.body)));
  socket.subscribe(`/topic/balance/user/${client.user.id}`, (message) =>
    balances.push(JSON.parse(message.body).balance),
  );
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => play(`j${index}`, `jr${index}`, 'debit_credit', 1.237, 0.5)),
  );
  const last = await balance();
  const isHeard = (): boolean => wins.length > 0 && balances.includes(last);
  for (let waited = 0; waited < 250 && !isHeard(); waited += 1) await wait(20);
  assert.ok(isHeard(), `${wins.length} wins; ${balances.at(-1)} instead of ${last}`);
  // By then the server has looked twice more for wins that it has yet to tell.
  await wait(1_200);
  assert.equal(wins.length, 1);
  assert.equal(wins[0]?.tier, 'bronze');
  assert.ok((wins[0]?.prizeAmount ?? 0) >= 20.1);
  const draws = await palier.call('GET', '/jackpot/draws');
  assert.equal(
    draws.body.draws.filter((draw: { endedAt: string | null }) => draw.endedAt !== null).length,
    1,
  );
  await socket.deactivate();
});
test('When a socket asks for another’s topic, sends, or has no token, then it gets an ERROR', async () => {
  const port = (palier.app.server.address() as AddressInfo).port;
  for (const destination of [
    `/topic/jackpot/user/${client.user.id + 1}`,
    '/topic/*',
    `/topic/jackpot/user/0${client.user.id}`,
  ]) {
    const socket = await connect(port, client.accessToken);
    const failed = new Promise((resolve) => (socket.onStompError = resolve));
    socket.subscribe(destination, () => undefined);
    await failed;
    await socket.deactivate();
  }
  await assert.rejects(connect(port, client.refreshToken), /unauthenticated/);
});
test('When all is played, then the books agree', async () => {
  const fault = await verifyLedger(palier.owner);
  // The ceiling was lowered behind the commitment's back: that alone must be noticed.
  assert.equal(fault?.rule, 'jackpots: every ended draw was committed to and won');
});

function connect(port: number, token: string): Promise<Client> {
  return new Promise((resolve, reject) => {
    const stomp = new Client({
      webSocketFactory: () =>
        sockJsOver(
          new WebSocket(
            `ws://127.0.0.1:${port}/ws-jackpot/000/${Math.random().toString(36).slice(2, 12)}/websocket`,
          ),
        ) as never,
      connectHeaders: { Authorization: `Bearer ${token}` },
      reconnectDelay: 0,
      onConnect: () => resolve(stomp),
      onStompError: (frame) => {
        void stomp.deactivate();
        reject(new Error(frame.headers.message));
      },
    });
    stomp.activate();
  });
}

interface SockJsFacade {
  readyState: number;
  readonly url: string;
  send(text: string): void;
  close(): void;
  onopen?: (event: object) => void;
  onmessage?: (event: { data: unknown }) => void;
  onclose?: (event: { code: number; reason: string; wasClean: boolean }) => void;
}

/** SockJS' own framing, as sockjs-client does it on its websocket transport. */
function sockJsOver(socket: WebSocket): SockJsFacade {
  const facade: SockJsFacade = {
    readyState: 0,
    url: socket.url,
    send: (text: string) => socket.send(JSON.stringify([text])),
    close: () => socket.close(),
  };
  socket.on('message', (data) => {
    const frame = (data as Buffer).toString('utf8');
    if (frame === 'o') {
      facade.readyState = 1;
      facade.onopen?.({});
    } else if (frame.startsWith('a'))
      for (const text of JSON.parse(frame.slice(1)) as string[]) facade.onmessage?.({ data: text });
  });
  socket.on('close', (code) => {
    facade.readyState = 3;
    facade.onclose?.({ code, reason: '', wasClean: true });
  });
  return facade;
}
