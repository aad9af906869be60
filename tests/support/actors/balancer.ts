import { connect } from 'node:net';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@palier/base/process/free-port';
import { ensureHaproxy, RULE_OF_CALLS, startHaproxy } from '@palier/stack/haproxy';
import { untilTrue } from '../wait-until';

/** HAProxy with the rule of deploy/haproxy, in front of several server processes. */
export interface Balancer {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

interface BalancerOptions {
  readonly isBehindProxy?: boolean;
  /** Shorter times in the rule: `['server 28s', 'server 5s']` makes `timeout server 28s` one of 5 s. */
  readonly timeouts?: readonly (readonly [before: string, after: string])[];
}

async function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Starts HAProxy on a free port, for processes at `http://host:port`. HAProxy is installed where it is missing. */
export async function startBalancer(
  targets: readonly string[],
  { isBehindProxy = false, timeouts = [] }: BalancerOptions = {},
): Promise<Balancer> {
  await ensureHaproxy();
  const folder = await mkdtemp(join(tmpdir(), 'palier-haproxy-'));
  await cp(dirname(RULE_OF_CALLS), folder, { recursive: true });
  const rule = join(folder, 'calls.cfg');
  let text = await readFile(rule, 'utf8');
  for (const [before, after] of timeouts) {
    if (!text.includes(`timeout ${before}`)) throw new Error(`the rule has no timeout ${before}`);
    text = text.replaceAll(`timeout ${before}`, `timeout ${after}`);
  }
  await writeFile(rule, text);
  const port = await freePort();
  const service = await startHaproxy({
    targets,
    port,
    isBehindProxy,
    folder,
    logFile: join(folder, 'haproxy.log'),
    rule,
  });
  if (!(await untilTrue(() => accepts(port))))
    throw new Error(`HAProxy does not listen:\n${await service.lastLogLines()}`);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async stop() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
