import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { IS_LONG, LIMIT_MS, useDemoServer } from './demo-server';
import { setTimeout as wait } from 'node:timers/promises';
import { depositOf, pay } from '@palier/test-support/actors/api-client';
import { raisePots, restartPots } from '@palier/test-support/actors/jackpots';
import { createFundedPlayers, createPlayers, type Player } from '@palier/test-support/actors/players';
import { afterConnect, findUnrefused } from '@palier/test-support/actors/socket-refusals';
import {
  COUNTERS_TOPIC,
  openStomp,
  type RawClient,
  subscribeFrame,
} from '@palier/test-support/actors/stomp-client';
import { callWallet } from '@palier/test-support/actors/wallet-client';
import { waitUntilAcknowledged, WIN_TOPIC, WinListener } from '@palier/test-support/actors/win-listener';
import { untilTrue } from '@palier/test-support/wait-until';

/** A bet of 900 TND exceeds the ceiling of each of the three low pots. */
const WINS_OF_A_STAKE = 3;

/** Topics that another user may not subscribe to: those of a player in many spellings, and unknown ones. */
function forbiddenTopics(player: number): string[] {
  const digitsFrom = (zero: number): string =>
    String(player).replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  const ids = [
    `${player}`,
    '*',
    '>',
    '**',
    '',
    '..',
    `${player}/`,
    `${player} `,
    `0${player}`,
    `00${player}`,
    `+${player}`,
    `${player}.0`,
    `%3${String(player)[0]}`,
    `${player}%00`,
    `${player}e0`,
    `${player},1`,
    `${player}\\n`,
    digitsFrom(1632),
    digitsFrom(65296),
    '9'.repeat(400),
  ];
  const own = WIN_TOPIC + String(player);
  return [
    ...ids.map((id) => WIN_TOPIC + id),
    `/topic/balance/user/${player}`,
    ` ${own}`,
    `/${own}`,
    `/topic/..${own}`,
    own.slice(1),
    own.replace('topic', 'TOPIC'),
    '/topic/*',
    '/topic/>',
    '*',
    '/',
    '/queue/jackpot',
  ];
}

/** Requires that each socket, after its SUBSCRIBE, gets ERROR and no message and is closed. */
async function assertSubscriptionsRefused(sockets: ReadonlyMap<string, RawClient>): Promise<void> {
  for (const [topic, client] of sockets) {
    const has = (command: string): boolean => client.frames.some((frame) => frame.startsWith(command));
    assert.ok(has('ERROR'), `no ERROR: ${topic}`);
    assert.ok(!has('MESSAGE'), `received: ${topic}`);
    assert.ok((await client.closed(LIMIT_MS)) !== null, `open: ${topic}`);
    client.end();
  }
}

describe('foreign topics', () => {
  const server = useDemoServer();

  test('foreign topic: each spelling is refused, and only the player receives messages (G74)', async () => {
    await restartPots(server);
    const count = IS_LONG ? 50 : 10;
    const [player, attacker] = (await createFundedPlayers(server, 2, 50_000)) as [Player, Player];
    const url = server.urlOf(0);
    const subscriber = await openStomp(url, player.token);
    subscriber.send(subscribeFrame('b', `/topic/balance/user/${player.id}`, 'receipt:r\n'));
    await subscriber.waitForFrame('RECEIPT');
    const winListener = await WinListener.open(url, player);
    const sockets = new Map<string, RawClient>();
    for (const topic of forbiddenTopics(player.id)) {
      const client = await openStomp(url, attacker.token);
      client.send(subscribeFrame('x', topic));
      sockets.set(topic, client);
    }
    const { accessToken } = await server.login('admin');
    for (let index = 0; index < count; index += 1)
      await pay(server.urlOf(0), accessToken, depositOf(player.username, 1));
    const received = (): string[] => subscriber.frames.filter((frame) => frame.startsWith('MESSAGE'));
    const last = `{"balance":${50_000 + count}}`;
    const isLastReceived = (): boolean => received().at(-1)?.includes(last) === true;
    const hasAll = await untilTrue(isLastReceived, LIMIT_MS);
    assert.ok(hasAll, `the player received ${received().at(-1)} after ${count} deposits`);
    for (let stake = 0; stake * WINS_OF_A_STAKE < count; stake += 1) {
      const id = `overheard-${player.id}-${stake}`;
      await callWallet(server.processes[0]!, { player, txn: id, round: id, bet: 900 });
    }
    const left = await waitUntilAcknowledged(server, [player]);
    winListener.end();
    const wins = new Set(winListener.shown).size;
    assert.ok(left === 0 && wins >= count, `the player was notified of ${wins} wins, ${left} left`);
    await assertSubscriptionsRefused(sockets);
    subscriber.end();
    await raisePots(server);
  });

  test('SEND: it is refused, and no subscriber receives the message (G75)', async () => {
    const [player, attacker] = (await createPlayers(server, 2)) as [Player, Player];
    const subscriber = await openStomp(server.urlOf(0), player.token);
    subscriber.send(subscribeFrame('w', `${WIN_TOPIC}${player.id}`));
    subscriber.send(subscribeFrame('c', COUNTERS_TOPIC, 'receipt:r\n'));
    await subscriber.waitForFrame('RECEIPT');
    const topics = [
      `${WIN_TOPIC}${player.id}`,
      `${WIN_TOPIC}${attacker.id}`,
      COUNTERS_TOPIC,
      '/queue/anything',
    ];
    const sendTo = (topic: string) => afterConnect(`SEND\ndestination:${topic}\n\n{"prizeAmount":1e9}\0`);
    const cases = Object.fromEntries(topics.map((topic) => [topic, sendTo(topic)]));
    const { token } = attacker;
    assert.deepEqual(await findUnrefused(server.urlOf(0), { token, limitMs: LIMIT_MS }, cases), []);
    await wait(200);
    assert.ok(!subscriber.frames.some((frame) => frame.includes('1e9')), 'the player received it');
    subscriber.end();
  });
});
