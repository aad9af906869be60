import { findProgram } from '../process/find-program';
import { freePort } from '../process/free-port';
import { program } from '../process/program';
import { startService, type Service } from '../process/service';

/** The nats-server of this machine (Debian: `apt install nats-server`), or the program that NATS_SERVER names. */
export const findNatsServer = (): string | null => findProgram('nats-server', 'NATS_SERVER');

/** Starts NATS on a free port of the loopback address. */
export async function startNats(binary: string, logFile: string): Promise<{ url: string; service: Service }> {
  const port = await freePort();
  const service = await startService({
    title: 'NATS',
    args: [
      ...program('scripts/src/stack/nats.program.ts'),
      binary,
      '--addr',
      '127.0.0.1',
      '--port',
      String(port),
    ],
    env: {},
    logFile,
    usesChannel: true,
  });
  return { url: `nats://127.0.0.1:${port}`, service };
}
