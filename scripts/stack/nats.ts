import { findProgram } from '@palier/base/process/find-program';
import { freePort } from '@palier/base/process/free-port';
import { program } from '@palier/base/process/program';
import { startService, type Service } from '@palier/base/process/service';

/**
 * The nats-server of this machine (Debian: `apt install nats-server`), or the program that NATS_SERVER names.
 */
export const findNatsServer = (): string | null => findProgram('nats-server', 'NATS_SERVER');

/** Starts NATS on a free port of the loopback address. */
export async function startNats(binary: string, logFile: string): Promise<{ url: string; service: Service }> {
  const port = await freePort();
  const service = await startService({
    title: 'NATS',
    args: [
      ...program('scripts/stack/binary.program.ts'),
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
