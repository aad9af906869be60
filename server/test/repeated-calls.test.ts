import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openStomp, subscribeFrame } from '../faults/tools/stomp-client';
import { startPalier } from './palier';

test('When a registration is repeated after the balance has moved on, then no socket is told the balance of then', async (context) => {
  const palier = await startPalier();
  context.after(() => palier.stop());
  await palier.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(palier.app.server.address() as AddressInfo).port}`;
  const { accessToken: token, user } = await palier.login('admin');
  const client = await openStomp(url, token);
  context.after(() => client.end());
  client.say(subscribeFrame('b', `/topic/balance/user/${user.id}`, 'receipt:there\n'));
  await client.hear('RECEIPT');

  const register = async () => {
    const child = { username: 'repeated', password: 'Jasmin2026', balance: 10 };
    const key = { 'idempotency-key': 'registration' };
    return (await palier.call('POST', '/auth/admin/register-client', token, child, key)).body.agentNewBalance;
  };
  const deposit = async () => {
    const transfer = { receiverUsername: 'repeated', amount: 1, type: 'DEPOSIT' };
    return (await palier.call('POST', '/transactions', token, transfer)).body.agentNewBalance;
  };
  const made = [await register(), await deposit()];
  assert.equal(await register(), made[0]);
  made.push(await deposit());

  const told = (): unknown[] =>
    client.frames
      .filter((frame) => frame.startsWith('MESSAGE'))
      .map((frame) => (JSON.parse(/\{.*\}/.exec(frame)?.[0] ?? '') as { balance: unknown }).balance);
  // What was told before the last one stands before it on the line.
  while (told().at(-1) !== made.at(-1)) await wait(20);
  assert.deepEqual(told(), made);
});
