import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Scenario } from '../../scenario';
import { needsLinux, residentKb } from '../../actors/memory';
import { createPlayers, type Player } from '../../actors/players';
import { openRawClient, openStomp, type RawClient, subscribeFrame } from '../../actors/stomp-client';
import { untilTrue } from '../../wait-until';

const COLLECTOR = new URL('../../actors/gc-on-signal.mjs', import.meta.url).href;
const BROWSER = `palier-socket=${'v'.repeat(32)}`;
const STRANGER = `palier-socket=${'s'.repeat(32)}`;

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** POST as sockjs-client's XHR transports send it. Status 0: the server closed the connection. */
function post(url: string, body: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve) => {
    const call = request(url, { method: 'POST', headers: { 'content-type': 'text/plain', ...headers } });
    call.on('error', () => resolve({ status: 0, body: '' }));
    call.on('response', (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, body: text }));
    });
    call.end(body);
  });
}

const scenarios: Scenario[] = [
  {
    id: 'G79',
    title: 'oversized frames',
    fault: '10 000 headers, a long header, an endless frame, a 20 MB message, a 30 MB xhr_send; 20 of each',
    bound: 'ERROR or close at the limit; memory grows by 5 MB at most',
    trials: { short: 1, long: 20, budgetS: 30 },
    ownCluster: true,
    isSlow: true,
    unsupported: needsLinux,
    async run({ startOwnCluster, trials, isLong, within }) {
      const { processes } = await startOwnCluster({ processes: 1 });
      const { url, pid } = processes[0]!;
      const failures: string[] = [];
      const floods: readonly [string, (client: RawClient) => void][] = [
        ['10 000 headers', (client) => client.send(`CONNECT\n${'a:b\n'.repeat(10_000)}\n\0`)],
        ['40 short headers', (client) => client.send(`CONNECT\n${'a:b\n'.repeat(40)}\n\0`)],
        ['a long header', (client) => client.send(`CONNECT\nx:${'y'.repeat(12_000)}\n\n\0`)],
        [
          'an endless frame',
          (client) => {
            client.send('CONNECT\n');
            for (let part = 0; part < 40; part += 1) client.send(`h${part}:${'z'.repeat(1_000)}\n`);
          },
        ],
        ['a 20 MB message', (client) => client.socket.send(Buffer.alloc(20 * 2 ** 20, 'x'))],
      ];
      const flood = async (): Promise<void> => {
        for (const [name, send] of floods) {
          const client = await openRawClient(url);
          send(client);
          if ((await client.closed(within(4_000))) === null)
            failures.push(`${name}: the connection stayed open`);
          client.end();
        }
        const session = `${url}/ws-jackpot/000/session${Math.random().toString(36).slice(2)}`;
        await post(`${session}/xhr`, '', { cookie: BROWSER });
        const { status } = await post(`${session}/xhr_send`, `["${'x'.repeat(30 * 2 ** 20)}"]`, {
          cookie: BROWSER,
        });
        if (status !== 0 && status !== 413) failures.push(`30 MB xhr_send: ${status}`);
      };
      // The first rounds compile code and grow the heap to its working size.
      for (let round = 0; round < 6; round += 1) await flood();
      // A leak grows in both measurements, the heap's working size in one of them at most.
      const growths: number[] = [];
      for (let time = 0; time < 2; time += 1) {
        await wait(1_500);
        const before = residentKb(pid);
        for (let trial = 0; trial < trials; trial += 1) await flood();
        await wait(1_500);
        growths.push(residentKb(pid) - before);
      }
      const grownKb = Math.min(...growths);
      if (isLong && grownKb > 5 * 1024) failures.push(`memory grew by ${grownKb} kB`);
      return {
        trials: trials * 12,
        failures,
        measured: `memory ${growths.map((kb) => `${kb > 0 ? '+' : ''}${kb}`).join(', ')} kB`,
      };
    },
  },
  {
    id: 'G82',
    title: 'SockJS session hijacking',
    fault: 'a second client uses a live SockJS session id over xhr, xhr_streaming and xhr_send',
    bound: '404, no data, the session continues',
    trials: { short: 5, long: 5, budgetS: 2 },
    async run({ cluster }) {
      const { url } = cluster.processes[0]!;
      const [player] = (await createPlayers(cluster, 1)) as [Player];
      const session = `${url}/ws-jackpot/000/held${Date.now().toString(36)}`;
      const mine = { cookie: BROWSER };
      const failures: string[] = [];
      const expect = (name: string, isTrue: boolean): void => void (isTrue || failures.push(name));
      expect('the session does not open', (await post(`${session}/xhr`, '', mine)).body === 'o\n');
      for (const headers of [{ cookie: STRANGER }, {}] as Record<string, string>[]) {
        for (const way of ['xhr', 'xhr_streaming', 'xhr_send']) {
          const { status } = await post(`${session}/${way}`, '["CONNECT\\n\\n\\u0000"]', headers);
          expect(`${way} by a stranger: ${status}`, status === 404);
        }
      }
      const connect = `CONNECT\naccept-version:1.2\nAuthorization:Bearer ${player.token}\n\n\0`;
      expect('connect', (await post(`${session}/xhr_send`, JSON.stringify([connect]), mine)).status === 204);
      const first = await post(`${session}/xhr`, '', mine);
      expect(`the session does not go on: ${first.body}`, first.body.includes('CONNECTED'));
      return { trials: 8, failures };
    },
  },
  {
    id: 'G83',
    title: 'foreign origins and unused transports',
    fault: 'a page of another origin; jsonp, htmlfile, iframe, eventsource',
    bound: '403; 404',
    trials: { short: 12, long: 12, budgetS: 2 },
    async run({ cluster }) {
      const { url } = cluster.processes[0]!;
      const failures: string[] = [];
      const origins = [
        'https://evil.example',
        'null',
        `${url}.evil.example`,
        'http://localhost.evil',
        'file://',
      ];
      for (const origin of origins) {
        const headers = { origin, cookie: BROWSER };
        const info = await fetch(`${url}/ws-jackpot/info`, { headers });
        if (info.status !== 403) failures.push(`info for ${origin}: ${info.status}`);
        if (info.headers.has('access-control-allow-origin')) failures.push(`CORS for ${origin}`);
        const { status } = await post(`${url}/ws-jackpot/000/foreign00/xhr`, '', headers);
        if (status !== 403) failures.push(`xhr for ${origin}: ${status}`);
        const opened = await openRawClient(url, { origin }).then(
          (client) => (client.end(), true),
          () => false,
        );
        if (opened) failures.push(`websocket for ${origin}`);
      }
      const ways = [
        'jsonp?c=a',
        'jsonp_send',
        'htmlfile?c=a',
        'eventsource',
        '../../iframe.html',
        'websocket/x',
      ];
      for (const way of ways) {
        const { status } = await fetch(`${url}/ws-jackpot/000/abcdefgh/${way}`);
        if (status !== 404) failures.push(`${way}: ${status}`);
      }
      return { trials: origins.length * 3 + ways.length, failures };
    },
  },
  {
    id: 'G84',
    title: 'socket memory',
    fault: 'thousands of sockets held, connected and dropped; a client that does not read',
    bound:
      'under 30 kB each (goal 16); nothing left after the drops, heap within 10 % after as many again; the slow client is cut, others unaffected',
    trials: { short: 300, long: 2_000, budgetS: 35 },
    ownCluster: true,
    isSlow: true,
    unsupported: needsLinux,
    async run({ startOwnCluster, trials }) {
      const cluster = await startOwnCluster({
        processes: 1,
        environment: { LOG_LEVEL: 'warn', NODE_OPTIONS: `--import=${COLLECTOR}` },
      });
      const { url, pid } = cluster.processes[0]!;
      const players = await createPlayers(cluster, trials);
      const failures: string[] = [];
      const open = async (player: Player): Promise<RawClient> => {
        const client = await openStomp(url, player.token, 'heart-beat:0,4000\n');
        client.send(subscribeFrame('w', `/topic/jackpot/user/${player.id}`, 'ack:client-individual\n'));
        client.send(subscribeFrame('c', '/topic/jackpot/counters', 'receipt:r\n'));
        await client.waitForFrame('RECEIPT');
        return client;
      };
      const openAll = async (): Promise<RawClient[]> => {
        const clients: RawClient[] = [];
        for (let from = 0; from < players.length; from += 50)
          clients.push(...(await Promise.all(players.slice(from, from + 50).map(open))));
        return clients;
      };
      const metric = async (...names: readonly string[]): Promise<string> => {
        const text = await (await fetch(`${url}/metrics`)).text();
        return names.map((name) => new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]).join('/');
      };
      const gauges = (): Promise<string> => metric('palier_sockets', 'palier_socket_topics');
      const heldHeapMb = async (): Promise<number> => {
        process.kill(pid, 'SIGWINCH');
        await wait(1_000);
        return Number(await metric('nodejs_heap_size_used_bytes')) / 2 ** 20;
      };
      const drop = async (clients: readonly RawClient[]): Promise<void> => {
        for (const client of clients) client.end();
        await untilTrue(async () => (await gauges()) === '0/0', 5_000);
      };

      // Warm-up: compiled code and database connections must not count as socket memory.
      await drop(await Promise.all(players.slice(0, 200).map(open)));
      await wait(2_000);
      const before = residentKb(pid);
      const held = await openAll();
      await wait(4_000);
      const each = (residentKb(pid) - before) / held.length;
      if (trials >= 1_000 && each > 30) failures.push(`${each.toFixed(1)} kB for each socket`);
      const silent = held.filter(({ socket }) => socket.readyState !== socket.OPEN).length;
      if (silent > 0) failures.push(`${silent} of ${held.length} were closed`);
      await drop(held);
      if ((await gauges()) !== '0/0') failures.push(`sockets/topics left after the drops: ${await gauges()}`);
      const heapBefore = await heldHeapMb();
      await drop(await openAll());
      const heapAfter = await heldHeapMb();
      const heap = `heap ${heapBefore.toFixed(1)} MB, then ${heapAfter.toFixed(1)} MB`;
      if (!(Math.abs(heapAfter / heapBefore - 1) <= 0.1)) failures.push(heap);

      // A client that requests many answers and does not read them.
      const neighbour = await open(players[0]!);
      const slow = await open(players[1]!);
      slow.socket.pause();
      const receipt = 'r'.repeat(7_500);
      // Slower than the frame rate limit, so that only the unread answers can close the connection.
      for (let pair = 0; pair < 600 && slow.socket.readyState === slow.socket.OPEN; pair += 1) {
        slow.send(`SUBSCRIBE\nid:s${pair}\ndestination:/topic/jackpot/counters\nreceipt:${receipt}\n\n\0`);
        slow.send(`UNSUBSCRIBE\nid:s${pair}\nreceipt:${receipt}\n\n\0`);
        if (pair > 130) await wait(45);
      }
      if (!(await untilTrue(async () => (await gauges()) === '1/2', 10_000)))
        failures.push(`the slow reader was not cut: ${await gauges()}`);
      neighbour.send('UNSUBSCRIBE\nid:c\nreceipt:still-here\n\n\0');
      await wait(300);
      if (!neighbour.frames.some((frame) => frame.includes('still-here')))
        failures.push('the other client was affected');
      slow.end();
      neighbour.end();
      return { trials, failures, measured: `${each.toFixed(1)} kB each over ${held.length}, ${heap}` };
    },
  },
];
export default scenarios;
