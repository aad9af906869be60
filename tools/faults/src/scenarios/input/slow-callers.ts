import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { portOf } from '../../actors/faulty-proxy';
import { needsLinux, residentKb } from '../../actors/memory';
import { atOnce } from '../../at-once';
import { percentile, formatSeconds } from '../../statistics';
import type { Scenario } from '../../scenario';

const SLOW_READERS = 100;
const FLOOD = 500;
/** Calls per session and window. */
const LIMIT = 100;
const WINDOW_MS = 10_000;
const NORMAL_CALLS = 90;

interface SlowKind {
  readonly name: string;
  readonly start: string;
  /** The range in which the server must close these requests: from its time limit to its next check of open requests. */
  readonly fromMs: number;
  readonly toMs: number;
}
const SLOW_KINDS: readonly [SlowKind, SlowKind] = [
  {
    name: 'heads',
    start: 'GET /api/v1/user/me HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    ...{ fromMs: 9_000, toMs: 12_000 },
  },
  {
    name: 'bodies',
    start:
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    ...{ fromMs: 29_000, toMs: 33_000 },
  },
];
const SLOW_PATIENCE_MS = 60_000;

const FILE = '/api/docs/static/swagger-ui-bundle.js';
const ANSWERS = 10;
/** The limit of 60 s starts with the last byte that the kernel buffers accepted. */
const CUT_AFTER_MS = 75_000;

/** Sends a byte every two seconds; resolves with the milliseconds until the server closes the connection. */
async function sendSlowly(port: number, start: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(start);
  socket.resume();
  let since = performance.now();
  socket.once('connect', () => (since = performance.now()));
  const drip = setInterval(() => socket.write('a'), 2_000);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([closed, wait(SLOW_PATIENCE_MS)]);
  clearInterval(drip);
  socket.destroy();
  return performance.now() - since;
}

/**
 * Requests a file of over a megabyte ten times, more than the kernel buffers hold, and reads a byte a second. Resolves with the number
 * of bytes read after CUT_AFTER_MS, when the server must have closed the connection: a close shows only once the rest is read.
 */
async function readSlowly(port: number, from: string): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
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

export default [
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
    async run({ startOwnCluster, trials, expect }) {
      const cluster = await startOwnCluster({ processes: 1, environment: { RATE_LIMIT: String(LIMIT) } });
      const server = cluster.processes[0]!;
      const { port } = portOf(server.url);
      const { accessToken: worker } = await cluster.login('superadmin');
      const { accessToken: flooder } = await cluster.login('admin');
      const call = (token: string) => server.call('GET', '/user/me', { token });
      const before = residentKb(server.pid);
      const slow = SLOW_KINDS.map(({ start }) => atOnce(trials / 2, () => sendSlowly(port, start)));
      // This call is answered after the connections above are accepted, so that the next connections do not delay them.
      await call(worker);
      const readers = atOnce(SLOW_READERS, (index) => readSlowly(port, `127.0.1.${index + 1}`));
      const floodedAt = performance.now();
      const flood = await atOnce(FLOOD, () => call(flooder));
      const refused = flood.filter(({ status }) => status === 429);
      const windows = 1 + Math.ceil((performance.now() - floodedAt) / WINDOW_MS);
      const isLimited = FLOOD - refused.length <= windows * LIMIT;
      expect(isLimited, `${refused.length} of ${FLOOD} were refused in ${windows} windows`);
      const hasWait = refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1);
      expect(hasWait, 'no Retry-After');
      const servedMs: number[] = [];
      for (let index = 0; index < NORMAL_CALLS; index += 1) {
        await wait(25);
        const since = performance.now();
        const { status } = await call(worker);
        servedMs.push(performance.now() - since);
        expect(status === 200, `the normal client was answered ${status}`);
      }
      const grownMb = (residentKb(server.pid) - before) / 1024;
      expect(grownMb <= 150, `memory grew by ${grownMb.toFixed(0)} MB`);
      const p99 = percentile(servedMs, 0.99);
      expect(p99 <= 500, `the normal client’s p99 was ${p99.toFixed(0)} ms`);
      const livesMs = await Promise.all(slow);
      for (const [kind, { name, fromMs, toMs }] of SLOW_KINDS.entries()) {
        const uncut = livesMs[kind]!.filter((ms) => ms < fromMs || ms > toMs).map(formatSeconds);
        const limits = `${formatSeconds(fromMs)} to ${formatSeconds(toMs)}`;
        expect(uncut.length === 0, `${uncut.length} slow ${name} were not cut after ${limits}: ${uncut[0]}`);
      }
      const whole = ANSWERS * (await (await fetch(server.url + FILE)).arrayBuffer()).byteLength;
      const uncut = (await readers).filter((bytes) => bytes >= whole).length;
      expect(uncut === 0, `${uncut} slow readers were not cut after ${formatSeconds(CUT_AFTER_MS)}`);
      const [head, body] = livesMs.map((ms) => formatSeconds(Math.max(...ms)));
      return {
        trials: trials + SLOW_READERS + FLOOD + NORMAL_CALLS,
        measured: `last slow head cut after ${head}, body after ${body}; the normal client’s p99 ${p99.toFixed(0)} ms, memory +${grownMb.toFixed(0)} MB`,
      };
    },
  },
] satisfies Scenario[];
