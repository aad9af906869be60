import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import * as z from 'zod/mini';
import { ConfigurationError, readConfig, type Config } from '../config/config';
import { misspelledSettings } from '../config/misspelled-settings';
import { VERSION } from '../config/version';
import { ProviderRefusal } from '../games/errors';
import { createOperatorCall } from '../games/gold-api/operator-call';
import { natsServers } from '../realtime/fan-out';
import { checkDatabase, checkOtherLogins, checkStandby } from './doctor-databases';
import { LEVELS, type Level, type Report } from './doctor-report';
import { EXIT, type ExitCode, type OperatorCommand } from './operator-command';
import { reasonOf } from './printed-text';

const CONNECT_LIMIT_MS = 5_000;
const MIN_FREE_BYTES = 1e9;
const LOOPBACK = /^(localhost|127\.|::1|\[::1\])/;

/**
 * `doctor` checks the settings of a serving process and what they name. It changes nothing and prints no
 * secret.
 */
export const doctor: OperatorCommand = {
  summary: 'checks the settings and what they name before a start',
  help:
    'Run it with the account and the settings of palier serve. ' +
    'Exits 1 when something must be corrected, 3 when a part does not answer.',
  isTopLevel: true,
  database: 'none',
  async run({ environment }) {
    const levels = new Set<Level>();
    const print = (level: Level, sentence: string): void => {
      levels.add(level);
      process.stdout.write(`${level.padEnd(6)}  ${sentence}\n`);
    };
    const report = Object.fromEntries(LEVELS.map((level) => [level, print.bind(null, level)])) as Report;
    report.ok(`Palier ${VERSION} runs on Node ${process.versions.node}.`);
    for (const sentence of misspelledSettings(environment)) report.hint(sentence);
    const config = readSettings(environment, report);
    if (config !== null) {
      await checkOtherLogins(config, report);
      await checkDatabase(config, report);
      await checkStandby(config, report);
      await checkFiles(config, report);
      await checkGamesProvider(config, report);
      await checkNats(config, report);
      checkProxy(config, report);
    }
    return exitCodeOf(levels);
  },
};

function exitCodeOf(levels: ReadonlySet<Level>): ExitCode {
  if (levels.has('silent')) return EXIT.failed;
  return levels.has('wrong') ? EXIT.finding : EXIT.ok;
}

/** Null when a setting is wrong: nothing else can be checked then. */
function readSettings(environment: NodeJS.ProcessEnv, report: Report): Config | null {
  try {
    const config = readConfig(environment);
    report.ok('All settings can be read.');
    if (config.NODE_ENV !== 'production')
      report.hint('NODE_ENV is not production: secrets are generated and demo accounts are allowed.');
    return config;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    for (const fault of error.faults) report.wrong(fault);
    return null;
  }
}

async function checkFiles(config: Config, report: Report): Promise<void> {
  const { DATA_DIR, REMOTES_ROOT, STATIC_ROOT } = config;
  if (!(await canAccess(join(STATIC_ROOT, 'index.html'), constants.R_OK)))
    report.wrong(
      `STATIC_ROOT ${STATIC_ROOT} has no index.html that this account may read: ` +
        'name the folder of the shell.',
    );
  if (await canAccess(join(REMOTES_ROOT, 'remotes.json'), constants.R_OK))
    report.ok(`The release store ${REMOTES_ROOT} can be read.`);
  else report.hint(`The release store ${REMOTES_ROOT} is empty: the first start fills it.`);
  const writable = new Map([
    ['REMOTES_ROOT', REMOTES_ROOT],
    ['DATA_DIR', DATA_DIR],
  ]);
  for (const [name, folder] of writable)
    if (!(await canAccess(await existingPart(folder), constants.W_OK)))
      report.hint(
        `${name} ${folder} cannot be written by this account: ` +
          'grant it, unless another process fills the folder.',
      );
  for (const folder of new Set([await existingPart(DATA_DIR), await existingPart('/var/log')])) {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < MIN_FREE_BYTES)
      report.wrong(`The disk of ${folder} has less than 1 GB free, and logs need space: free some.`);
  }
}

const canAccess = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/** The folder, or its closest parent that exists. */
async function existingPart(folder: string): Promise<string> {
  return (await canAccess(folder, constants.F_OK)) ? folder : existingPart(dirname(folder));
}

/** fetch and the driver hide the reason, such as ECONNREFUSED, in the cause of a cause. */
const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error);

async function checkGamesProvider(config: Config, report: Report): Promise<void> {
  try {
    await createOperatorCall(config)('provider_list', {}, z.unknown());
    report.ok('The games provider answers.');
  } catch (error) {
    if (error instanceof ProviderRefusal && error.meaning === 'later')
      report.ok('The games provider answers.');
    else if (error instanceof ProviderRefusal)
      report.wrong(
        `The games provider refuses us (${reasonOf(error)}): ` +
          'check PROVIDER_AGENT_CODE and PROVIDER_AGENT_TOKEN.',
      );
    else
      report.silent(
        `The games provider does not answer (${reasonOf(rootOf(error as Error))}): check PROVIDER_URL.`,
      );
  }
}

async function checkNats({ NATS_URL }: Config, report: Report): Promise<void> {
  if (NATS_URL === undefined)
    return report.hint('NATS_URL is unset: with several processes, sockets of the others get changes late.');
  try {
    const connection = await connect({
      ...natsServers(NATS_URL),
      timeout: CONNECT_LIMIT_MS,
      reconnect: false,
    });
    await connection.close();
    report.ok('NATS answers.');
  } catch (error) {
    report.silent(`NATS does not answer (${reasonOf(error as Error)}): check NATS_URL.`);
  }
}

function checkProxy(config: Config, report: Report): void {
  const { HOST, TRUST_PROXY, ALLOWED_FRAME_ORIGINS, PROVIDER_URL } = config;
  if (TRUST_PROXY === false)
    report.hint(
      'TRUST_PROXY is false: behind a reverse proxy, name its address, or all callers share one rate limit.',
    );
  if (!LOOPBACK.test(HOST))
    report.hint(`HOST is ${HOST}: this port speaks plain HTTP, so let only the reverse proxy reach it.`);
  if (
    ALLOWED_FRAME_ORIGINS.some((origin) => origin.startsWith('http:') && !LOOPBACK.test(new URL(origin).host))
  )
    report.hint('ALLOWED_FRAME_ORIGINS has an http: origin: pages over HTTPS do not open games over HTTP.');
  if (PROVIDER_URL.startsWith('http:') && !LOOPBACK.test(new URL(PROVIDER_URL).host))
    report.hint('PROVIDER_URL is not encrypted: our token is readable on the way.');
}
