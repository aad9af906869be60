import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import path from 'node:path';
import { run } from '@palier/base/process/run';

/** A program that runs until it is killed. */
export interface Service {
  readonly pid: number;
  /** Sends the signal and waits for the end of the process. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

interface ServiceOptions {
  /** Names the log, `<folder>/<name>.log`. */
  readonly name: string;
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Where programs of the Debian root are. */
export const DEBIAN_PATH = '/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/18/bin';

export function startService(
  command: readonly string[],
  { name, folder, env = {} }: ServiceOptions,
): Service {
  const log = openSync(path.join(folder, `${name}.log`), 'a');
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', log, log], env: { PATH: DEBIAN_PATH, ...env } });
  return {
    pid: child.pid!,
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

/** The command, in the Debian root and as one of its users. */
export const inRoot = (root: string, user: string, ...command: readonly string[]): string[] => [
  'chroot',
  `--userspec=${user}:${user}`,
  root,
  '/usr/bin/env',
  `PATH=${DEBIAN_PATH}`,
  'LANG=C.UTF-8',
  ...command,
];

/** Runs a program to its end; throws with its output unless it succeeds. */
export async function execute(...[program, ...args]: readonly [string, ...string[]]): Promise<string> {
  const { code, output } = await run(program, args, { cwd: '/' });
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')}: ${output}`);
  return output;
}
