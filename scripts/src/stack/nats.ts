import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from '../process/free-port';
import { startProgram, type Service } from '../process/service';

/** The nats-server of this machine, if it has one (Debian: `apt install nats-server`); NATS_SERVER names it elsewhere. */
export function findNatsServer(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const candidates = [process.env.NATS_SERVER ?? '', ...folders.map((folder) => join(folder, 'nats-server'))];
  return candidates.find((file) => file !== '' && existsSync(file)) ?? null;
}

/** Starts it on a port of its own, for this machine alone. */
export async function startNats(binary: string, logFile: string): Promise<{ url: string; service: Service }> {
  const port = await freePort();
  const service = await startProgram(binary, {
    title: 'NATS',
    args: ['--name', 'palier', '--addr', '127.0.0.1', '--port', String(port)],
    env: {},
    logFile,
  });
  return { url: `nats://127.0.0.1:${port}`, service };
}
