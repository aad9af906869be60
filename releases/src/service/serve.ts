import { CommandError } from '@palier/base/command';
import { createPool } from '@palier/server/database';
import { trustedProxiesOf } from '@palier/server/config';
import { createGateTime } from './gate-time';
import { createReleaseService, GATE_MINUTES_PER_HOUR } from './release-service';
import { createCommandRunner, createUrgentRunner } from './run-release-command';
import { watchCanaries } from './withdraw-canaries';

/** As in docs/configuration.md: false, a number of proxies, or addresses. */
function proxySetting(text = ''): false | number | string {
  if (text === '' || text === 'false') return false;
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** The setting RELEASES_GATE_MINUTES. Throws a CommandError for another text. */
export function gateMinutes(text = ''): number {
  if (text === '') return GATE_MINUTES_PER_HOUR;
  const minutes = Number(text);
  if (/^\d+$/.test(text) && minutes >= 1 && minutes <= 60) return minutes;
  throw new CommandError(
    `RELEASES_GATE_MINUTES is "${text}".`,
    'Give the minutes of the release gate that each remote may use in an hour, a whole number from 1 to 60.',
  );
}

/**
 * Serves the release service at RELEASES_HOST:RELEASES_PORT until SIGTERM. RELEASES_SHELL is the live shell
 * in which the release gate tests versions. `runOnStore` runs a command in this process.
 */
export async function serveReleases(
  databaseUrl: string,
  runOnStore: (words: readonly string[]) => Promise<string>,
): Promise<string> {
  const { RELEASES_HOST = '127.0.0.1', RELEASES_PORT = '3003', RELEASES_SHELL, TRUST_PROXY } = process.env;
  const pool = createPool(databaseUrl, { asOwner: true });
  const runCommand = createCommandRunner([...process.execArgv, process.argv[1] ?? '']);
  const runUrgent = createUrgentRunner(runOnStore);
  const app = await createReleaseService({
    store: pool,
    runCommand,
    runUrgent,
    gateOptions: RELEASES_SHELL === undefined ? [] : ['--shell', RELEASES_SHELL],
    log: process.stdout,
    gateTime: createGateTime(gateMinutes(process.env.RELEASES_GATE_MINUTES)),
    trustProxy: trustedProxiesOf({ TRUST_PROXY: proxySetting(TRUST_PROXY) }) ?? false,
  });
  await app.listen({ host: RELEASES_HOST, port: Number(RELEASES_PORT) });
  const ending = new AbortController();
  const onError = (error: unknown): void => app.log.error(error, 'canaries not judged');
  const watch = watchCanaries({ store: pool, runCommand: runUrgent, onError }, ending.signal);
  await new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  });
  ending.abort();
  await Promise.all([app.close(), watch]);
  await pool.end();
  return 'The release service has stopped.';
}
