import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Scenario } from '../../scenario';
import { percentile, seconds } from '../../statistics';
import { portOf } from '../../actors/faulty-proxy';
import { needsLinux, residentKb } from '../../actors/memory';

const SLOW_READERS = 100;
/** Calls per session and window. */
const LIMIT = 100;
const WINDOW_MS = 10_000;

/** How long slow requests live: until the server's time limit and its next check. */
const HEAD = { fromMs: 9_000, toMs: 12_000 } as const;
const BODY = { fromMs: 29_000, toMs: 33_000 } as const;
const SLOW_PATIENCE_MS = 60_000;

const FILE = '/api/docs/static/swagger-ui-bundle.js';
const ANSWERS = 10;
/** The limit of 60 s starts with the last byte that the kernel buffers accepted. */
const CUT_AFTER_MS = 75_000;

/**
 * Requests a file of over a megabyte ten times, more than the kernel buffers hold, and reads a byte a second. Resolves with the bytes received after the server should have closed the connection, which shows only when the rest is read.
 */
async function readSlowly(port: number, from: string): Promise<number> {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => undefined);
  socket.write(`GET ${FILE} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(ANSWERS));
  const sip = setInterval(() => void socket.read(1), 1_000);
  await wait(CUT_AFTER_MS);
  clearInterval(sip);
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await Promise.race([new Promise((resolve) => socket.once('close', resolve)), wait(15_000)]);
  socket.destroy();
  return bytes;
}

const scenarios: Scenario[] = [
  {
    id: 'F69',
    title: 'slow and flooding clients',
    fault:
      '500 slow requests (head, body), 100 clients that read a byte a second and a flood of calls beside one normal client',
    bound:
      'slow ones cut (head 10 s, body 30 s, reader 60 s); memory bounded; the flood gets 429; the normal client’s p99 below 500 ms',
    trials: { long: 500, budgetS: 95 },
    ownCluster: true,
    mostlyIdle: true,
    unsupported: needsLinux,
    async run({ startOwnCluster, trials }) {
      const cluster = await startOwnCluster({ processes: 1, environment: { RATE_LIMIT: String(LIMIT) } });
      const server = cluster.processes[0]!;
      const { port } = portOf(server.url);
      const failures: string[] = [];
      const { accessToken: worker } = await cluster.login('superadmin');
      const { accessToken: flooder } = await cluster.login('admin');
      const before = residentKb(server.pid);
      const slow = Array.from({ length: trials }, (_, index) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write(
          index % 2 === 0
            ? 'GET /api/v1/user/me HTTP/1.1\r\nHost: x\r\nX-Slow: '
            : 'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
        );
        const drip = setInterval(() => socket.write('a'), 2_000);
        socket.resume();
        let since = performance.now();
        socket.once('connect', () => (since = performance.now()));
        const closed = new Promise((resolve) => socket.once('close', resolve));
        return Promise.race([closed, wait(SLOW_PATIENCE_MS)]).then(() => {
          clearInterval(drip);
          socket.destroy();
          return performance.now() - since;
        });
      });
      // Answered after the connections above are accepted, so that the next ones do not delay them.
      await server.call('GET', '/user/me', { token: worker });
      const readers = Array.from({ length: SLOW_READERS }, (_, index) =>
        readSlowly(port, `127.0.1.${index + 1}`),
      );
      const floodedAt = performance.now();
      const flood = await Promise.all(
        Array.from({ length: 500 }, () => server.call('GET', '/user/me', { token: flooder })),
      );
      const refused = flood.filter(({ status }) => status === 429);
      const windows = 1 + Math.ceil((performance.now() - floodedAt) / WINDOW_MS);
      if (flood.length - refused.length > windows * LIMIT)
        failures.push(`${refused.length} of 500 were refused in ${windows} windows`);
      if (!refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1))
        failures.push('no Retry-After');
      const served: number[] = [];
      for (let call = 0; call < 90; call += 1) {
        await wait(25);
        const since = performance.now();
        const { status } = await server.call('GET', '/user/me', { token: worker });
        if (status !== 200) failures.push(`the normal client was answered ${status}`);
        served.push(performance.now() - since);
      }
      const grownMb = (residentKb(server.pid) - before) / 1024;
      if (grownMb > 150) failures.push(`memory grew by ${grownMb.toFixed(0)} MB`);
      const p99 = percentile(served, 0.99);
      if (p99 > 500) failures.push(`the normal client’s p99 was ${p99.toFixed(0)} ms`);
      const lives = await Promise.all(slow);
      const [heads, bodies] = [0, 1].map((kind) => lives.filter((_, index) => index % 2 === kind)) as [
        number[],
        number[],
      ];
      for (const [kind, lived, { fromMs, toMs }] of [
        ['heads', heads, HEAD],
        ['bodies', bodies, BODY],
      ] as const) {
        const strange = lived.filter((ms) => ms < fromMs || ms > toMs);
        if (strange.length > 0)
          failures.push(
            `${strange.length} slow ${kind} were not cut after ${fromMs / 1000} to ${toMs / 1000} s, one after ${seconds(strange[0]!)}`,
          );
      }
      const whole = ANSWERS * (await (await fetch(server.url + FILE)).arrayBuffer()).byteLength;
      const uncut = (await Promise.all(readers)).filter((bytes) => bytes >= whole).length;
      if (uncut > 0) failures.push(`${uncut} slow readers were not cut after ${CUT_AFTER_MS / 1000} s`);
      return {
        trials: trials + SLOW_READERS + 590,
        failures,
        measured: `last slow head cut after ${seconds(Math.max(...heads))}, body after ${seconds(Math.max(...bodies))}; the normal client’s p99 ${p99.toFixed(0)} ms, memory +${grownMb.toFixed(0)} MB`,
      };
    },
  },
];
export default scenarios;
