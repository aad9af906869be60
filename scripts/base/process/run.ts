import { spawn } from 'node:child_process';
import { ROOT } from '../paths';

export interface RunResult {
  readonly code: number;
  readonly output: string;
}

/** Output may arrive this long after a program's end. */
const OUTPUT_GRACE_MS = 2_000;

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Show the output as it comes. */
  readonly live?: boolean;
  /** The program is killed after this time, and a line in the output says so. */
  readonly limitMs?: number;
}

/** Runs a program to its end and collects its output. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      killSignal: 'SIGKILL',
      ...(options.limitMs === undefined ? {} : { timeout: options.limitMs }),
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
      if (options.live === true) process.stdout.write(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
    // A background process that the program started may keep the output open forever.
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL' && performance.now() - startedAt >= (options.limitMs ?? Infinity))
        keep(Buffer.from(`✗ Ended after ${options.limitMs! / 60_000} minutes, the limit.\n`));
      setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, OUTPUT_GRACE_MS).unref();
    });
  });
}

/** Runs a Node program of this repository. */
export const runNode = (args: readonly string[], options: RunOptions = {}): Promise<RunResult> =>
  run(process.execPath, args, options);

/**
 * Runs the npm that runs this command, by its script: on Windows `npm` is a batch file, which needs a shell.
 */
export function runNpm(args: readonly string[]): Promise<RunResult> {
  const npm = process.env.npm_execpath ?? '';
  return /\.c?js$/.test(npm) ? runNode([npm, ...args]) : run('npm', args);
}
