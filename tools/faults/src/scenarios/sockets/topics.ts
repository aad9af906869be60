import { setTimeout as wait } from 'node:timers/promises';
import type { Scenario } from '../../scenario';
import { withLowPots } from '../../actors/jackpots';
import { createFundedPlayers, createPlayers, type Player } from '../../actors/players';
import { expectRefusals } from '../../actors/socket-refusals';
import { openStomp, type RawClient, subscribeFrame } from '../../actors/stomp-client';
import { callWallet } from '../../actors/wallet-client';
import { waitUntilAcknowledged, WinListener } from '../../actors/win-listener';
import { untilTrue } from '../../wait-until';

/** A bet of 900 TND exceeds the ceiling of each of the three low pots. */
const WINS_OF_A_STAKE = 3;

const forbiddenTopics = (player: number): string[] => {
  const own = `/topic/jackpot/user/${player}`;
  return [
    own,
    `/topic/balance/user/${player}`,
    '/topic/jackpot/user/*',
    '/topic/jackpot/user/>',
    '/topic/jackpot/user/**',
    '/topic/jackpot/user/',
    '/topic/jackpot/user/..',
    `${own}/`,
    `${own} `,
    ` ${own}`,
    `/topic/jackpot/user/0${player}`,
    `/topic/jackpot/user/00${player}`,
    `/topic/jackpot/user/+${player}`,
    `/topic/jackpot/user/${player}.0`,
    `/topic/jackpot/user/%3${String(player).slice(0, 1)}`,
    `/topic/jackpot/user/${player}%00`,
    `//topic/jackpot/user/${player}`,
    `/topic/../topic/jackpot/user/${player}`,
    `/TOPIC/jackpot/user/${player}`,
    `topic/jackpot/user/${player}`,
    `/topic/jackpot/user/${[...String(player)].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join('')}`,
    `/topic/jackpot/user/${[...String(player)].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')}`,
    `/topic/jackpot/user/${player}e0`,
    `/topic/jackpot/user/${player},1`,
    `/topic/jackpot/user/${player}\\n`,
    '/topic/*',
    '/topic/>',
    '*',
    '/',
    '/queue/jackpot',
    `/topic/jackpot/user/${'9'.repeat(400)}`,
  ];
};

const scenarios: Scenario[] = [
  {
    id: 'G74',
    title: 'subscription to a foreign topic',
    fault:
      'SUBSCRIBE to another player’s topic in 31 spellings, while that player receives deposits and jackpots',
    bound: 'ERROR and close for each; the player receives every message, the others none',
    trials: { short: 31, long: 31, budgetS: 4 },
    run: ({ cluster, isLong, within }) =>
      withLowPots(cluster, async () => {
        const count = isLong ? 50 : 10;
        const [player, attacker] = (await createFundedPlayers(cluster, 2, 50_000)) as [Player, Player];
        const { url } = cluster.processes[0]!;
        const subscriber = await openStomp(url, player.token);
        subscriber.send(subscribeFrame('b', `/topic/balance/user/${player.id}`, 'receipt:r\n'));
        await subscriber.waitForFrame('RECEIPT');
        const winListener = await WinListener.open(url, player);
        const topics = forbiddenTopics(player.id);
        const clients: RawClient[] = [];
        for (const topic of topics) {
          const client = await openStomp(url, attacker.token);
          client.send(subscribeFrame('x', topic));
          clients.push(client);
        }
        const { accessToken: token } = await cluster.login('admin');
        for (let index = 0; index < count; index += 1)
          await cluster.processes[0]!.call('POST', '/transactions', {
            token,
            body: { receiverUsername: player.username, amount: 1, type: 'DEPOSIT' },
          });
        const received = (): string[] => subscriber.frames.filter((frame) => frame.startsWith('MESSAGE'));
        const isLastReceived = (): boolean =>
          received()
            .at(-1)
            ?.includes(`{"balance":${50_000 + count}}`) === true;
        const failures = (await untilTrue(isLastReceived, within(1_000)))
          ? []
          : [`the player received ${received().at(-1)} after ${count} deposits`];
        for (let stake = 0; stake * WINS_OF_A_STAKE < count; stake += 1) {
          const id = `overheard-${player.id}-${stake}`;
          await callWallet(cluster.processes[0]!, { player, txn: id, round: id, bet: 900 });
        }
        const left = await waitUntilAcknowledged(cluster, [player]);
        winListener.end();
        const wins = new Set(winListener.shown).size;
        if (left > 0 || wins < count) failures.push(`the player was notified of ${wins} wins, ${left} left`);
        for (const [index, client] of clients.entries()) {
          if (!client.frames.some((frame) => frame.startsWith('ERROR')))
            failures.push(`no ERROR: ${topics[index]}`);
          if (client.frames.some((frame) => frame.startsWith('MESSAGE')))
            failures.push(`received: ${topics[index]}`);
          if ((await client.closed(within(3_000))) === null) failures.push(`open: ${topics[index]}`);
          client.end();
        }
        subscriber.end();
        return {
          trials: topics.length,
          failures,
          measured: `${received().length} balances after ${count} deposits, ${wins} wins`,
        };
      }),
  },
  {
    id: 'G75',
    title: 'SEND by a client',
    fault: 'SEND to own and foreign topics',
    bound: 'ERROR and close; no subscriber receives the message',
    trials: { short: 4, long: 4, budgetS: 2 },
    async run(context) {
      const { cluster } = context;
      const [player, attacker] = (await createPlayers(cluster, 2)) as [Player, Player];
      const subscriber = await openStomp(cluster.processes[0]!.url, player.token);
      subscriber.send(subscribeFrame('w', `/topic/jackpot/user/${player.id}`));
      subscriber.send(subscribeFrame('c', '/topic/jackpot/counters', 'receipt:r\n'));
      await subscriber.waitForFrame('RECEIPT');
      const to = [
        `/topic/jackpot/user/${player.id}`,
        `/topic/jackpot/user/${attacker.id}`,
        '/topic/jackpot/counters',
        '/queue/anything',
      ];
      const failures = await expectRefusals(
        context,
        attacker,
        to.map((destination) => ({
          name: destination,
          frames: [`SEND\ndestination:${destination}\n\n{"prizeAmount":1e9}\0`],
        })),
      );
      await wait(200);
      if (subscriber.frames.some((frame) => frame.includes('1e9'))) failures.push('the player received it');
      subscriber.end();
      return { trials: to.length, failures };
    },
  },
];

export default scenarios;
