import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from '@palier/base/command';
import { ROOT } from '@palier/base/paths';
import { installFromDebian } from '@palier/base/process/debian';
import { findProgram } from '@palier/base/process/find-program';
import { program } from '@palier/base/process/program';
import { startService, type Service } from '@palier/base/process/service';

/** The rule of calls: which are repeated on another process, and for how long each may take. */
export const RULE_OF_CALLS = join(ROOT, 'deploy/haproxy/calls.cfg');

interface HaproxyOptions {
  /** The server processes, `http://host:port` each. */
  readonly targets: readonly string[];
  readonly port: number;
  readonly host?: string;
  /** True when all callers are trusted proxies, whose X-Forwarded-For is kept. */
  readonly isBehindProxy?: boolean;
  /** For the file that names the addresses. */
  readonly folder: string;
  readonly logFile: string;
  /** Another file in place of deploy/haproxy/calls.cfg. */
  readonly rule?: string;
}

/**
 * The haproxy of this machine, or the program that HAPROXY names. Throws a SetupError when there is none.
 */
export function findHaproxy(): string {
  const binary = findProgram('haproxy', 'HAPROXY');
  if (binary !== null) return binary;
  throw new SetupError(
    'Several server processes need HAProxy, and this machine has none.',
    'Install it (Debian: apt install haproxy), or name it in HAPROXY.',
  );
}

/** Finds HAProxy for a test, as `findHaproxy` does, and first installs it where the system can. */
export async function ensureHaproxy(): Promise<string> {
  if (findProgram('haproxy', 'HAPROXY') === null) await installFromDebian(['haproxy'], 'HAProxy');
  return findHaproxy();
}

/** The addresses as HAProxy reads them, after the file of the rule. */
export function addressesOf({
  targets,
  port,
  host = '127.0.0.1',
  isBehindProxy = false,
}: Omit<HaproxyOptions, 'folder' | 'logFile' | 'rule'>): string {
  const servers = targets.map((url, index) => [`server-${index + 1}`, new URL(url).host] as const);
  // The processes are asked once for all backends.
  const followers = servers.map(([name, address]) => `    server ${name} ${address} track calls/${name}`);
  // While no process is ready, a call is tried all the same: a busy process answers /readyz late.
  const lastResorts = servers.map(([name, address]) => `    server ${name}-unchecked ${address} backup`);
  return [
    `frontend palier from ${isBehindProxy ? 'behind-proxy' : 'direct'}`,
    `    bind ${host}:${port}`,
    '    use_backend sockets if { path_beg /ws-jackpot/ }',
    '    use_backend callbacks if { path_reg -i ^/+gold_api(/|$) }',
    '    default_backend calls',
    'backend calls from calls',
    ...servers.map(([name, address]) => `    server ${name} ${address} check`),
    ...lastResorts,
    'backend callbacks from callbacks',
    ...followers,
    ...lastResorts,
    'backend sockets from sockets',
    ...followers,
    ...lastResorts,
    '',
  ].join('\n');
}

/** Starts HAProxy as the one address of several server processes. */
export async function startHaproxy(options: HaproxyOptions): Promise<Service> {
  const { folder, logFile, rule = RULE_OF_CALLS } = options;
  const addresses = join(folder, 'haproxy.cfg');
  await mkdir(folder, { recursive: true });
  await writeFile(addresses, addressesOf(options));
  return startService({
    title: 'HAProxy',
    args: [...program('scripts/stack/binary.program.ts'), findHaproxy(), '-db', '-f', rule, '-f', addresses],
    // Calls under way are served first.
    env: { STOP_SIGNAL: 'SIGUSR1' },
    logFile,
    usesChannel: true,
  });
}
