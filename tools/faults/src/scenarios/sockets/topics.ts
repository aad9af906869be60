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

const forbiddenTopics = (victim: number): string[] => {
  const own = `/topic/jackpot/user/${victim}`;
  return [
    own,
    `/topic/balance/user/${victim}`,
    '/topic/jackpot/user/*',
    '/topic/jackpot/user/>',
    '/topic/jackpot/user/**',
    '/topic/jackpot/user/',
    '/topic/jackpot/user/..',
    `${own}/`,
    `${own} `,
    ` ${own}`,
    `/topic/jackpot/user/0${victim}`,
    `/topic/jackpot/user/00${victim}`,
    `/topic/jackpot/user/+${victim}`,
    `/topic/jackpot/user/${victim}.0`,
    `/topic/jackpot/user/%3${String(victim).slice(0, 1)}`,
    `/topic/jackpot/user/${victim}%00`,
    `//topic/jackpot/user/${victim}`,
    `/topic/../topic/jackpot/user/${victim}`,
    `/TOPIC/jackpot/user/${victim}`,
    `topic/jackpot/user/${victim}`,
    `/topic/jackpot/user/${[...String(victim)].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join('')}`,
    `/topic/jackpot/user/${[...String(victim)].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')}`,
    `/topic/jackpot/user/${victim}e0`,
    `/topic/jackpot/user/${victim},1`,
    `/topic/jackpot/user/${victim}\\n`,
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
        const [victim, attacker] = (await createFundedPlayers(cluster, 2, 50_000)) as [Player, Player];
        const { url } = cluster.processes[0]!;
        const listening = await openStomp(url, victim.token);
        listening.say(subscribeFrame('b', `/topic/balance/user/${victim.id}`, 'receipt:r\n'));
        await listening.hear('RECEIPT');
        const winning = await WinListener.open(url, victim);
        const topics = forbiddenTopics(victim.id);
        const clients: RawClient[] = [];
        for (const topic of topics) {
          const client = await openStomp(url, attacker.token);
          client.say(subscribeFrame('x', topic));
          clients.push(client);
        }
        const { accessToken: token } = await cluster.login('admin');
        for (let index = 0; index < count; index += 1)
          await cluster.processes[0]!.call('POST', '/transactions', {
            token,
            body: { receiverUsername: victim.username, amount: 1, type: 'DEPOSIT' },
          });
        const told = (): string[] => listening.frames.filter((frame) => frame.startsWith('MESSAGE'));
        const isLastTold = (): boolean =>
          told()
            .at(-1)
            ?.includes(`{"balance":${50_000 + count}}`) === true;
        const failures = (await untilTrue(isLastTold, within(1_000)))
          ? []
          : [`the player received ${told().at(-1)} after ${count} deposits`];
        for (let stake = 0; stake * WINS_OF_A_STAKE < count; stake += 1) {
          const id = `overheard-${victim.id}-${stake}`;
          await callWallet(cluster.processes[0]!, { player: victim, txn: id, round: id, bet: 900 });
        }
        const left = await waitUntilAcknowledged(cluster, [victim]);
        winning.end();
        const wins = new Set(winning.shown).size;
        if (left > 0 || wins < count) failures.push(`the player was notified of ${wins} wins, ${left} left`);
        for (const [index, client] of clients.entries()) {
          if (!client.frames.some((frame) => frame.startsWith('ERROR')))
            failures.push(`no ERROR: ${topics[index]}`);
          if (client.frames.some((frame) => frame.startsWith('MESSAGE')))
            failures.push(`received: ${topics[index]}`);
          if ((await client.closed(within(3_000))) === null) failures.push(`open: ${topics[index]}`);
          client.end();
        }
        listening.end();
        return {
          trials: topics.length,
          failures,
          measured: `${told().length} balances after ${count} deposits, ${wins} wins`,
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
      const [victim, attacker] = (await createPlayers(cluster, 2)) as [Player, Player];
      const listening = await openStomp(cluster.processes[0]!.url, victim.token);
      listening.say(subscribeFrame('w', `/topic/jackpot/user/${victim.id}`));
      listening.say(subscribeFrame('c', '/topic/jackpot/counters', 'receipt:r\n'));
      await listening.hear('RECEIPT');
      const to = [
        `/topic/jackpot/user/${victim.id}`,
        `/topic/jackpot/user/${attacker.id}`,
        '/topic/jackpot/counters',
        '/queue/anything',
      ];
      const failures = await expectRefusals(
        context,
        attacker,
        to.map((destination) => ({
          name: destination,
          says: [`SEND\ndestination:${destination}\n\n{"prizeAmount":1e9}\0`],
        })),
      );
      await wait(200);
      if (listening.frames.some((frame) => frame.includes('1e9'))) failures.push('the player received it');
      listening.end();
      return { trials: to.length, failures };
    },
  },
];

export default scenarios;
