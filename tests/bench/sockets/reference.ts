import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { program } from '@palier/base/process/program';

const PROGRAM = program('tests/bench/sockets/reference-server.program.ts');

export interface SocketServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a reference server and waits until it listens. */
export async function startReference(
  kind: 'sockjs' | 'ws',
  nodeOptions: readonly string[] = [],
): Promise<SocketServer> {
  const child = spawn(process.execPath, [...nodeOptions, ...PROGRAM, kind], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${port.toString().trim()}`,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
