import { CommandError } from '@palier/base/command';
import type { Stack } from './stack';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** One Ctrl-C may arrive twice, from the terminal and from npm. */
const SAME_KEYPRESS_MS = 500;

/** Resolves at the first Ctrl-C, SIGTERM or closed terminal after the call. */
export function stopRequested(): Promise<null> {
  // Without a listener, the write error of a closed terminal would end this process before its services.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve(null));
  });
}

/** Stops the stack. A second request to stop ends the servers without waiting for open calls. */
async function stopStack(stack: Stack): Promise<void> {
  const startedAt = performance.now();
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (performance.now() - startedAt > SAME_KEYPRESS_MS) stack.killServers();
    });
  await stack.stop();
}

/** SIGUSR2 (`npm run restart`) restarts the server processes one after the other. */
function restartOnSignal({ restartServers }: Stack): void {
  if (restartServers === null || process.platform === 'win32') return;
  let restart: Promise<void> | null = null;
  process.on('SIGUSR2', () => {
    restart ??= restartServers().finally(() => (restart = null));
  });
}

/** Waits until the product is stopped or a service fails, then stops everything. Returns the exit code. */
export async function runUntilStopped(stack: Stack, stopSignal: Promise<null>): Promise<number> {
  restartOnSignal(stack);
  const fault = await Promise.race([stopSignal, stack.failed]);
  console.log(fault instanceof CommandError ? `\n✗ ${fault.message}` : '\nStopping …');
  await stopStack(stack);
  console.log('Stopped.');
  return fault === null ? 0 : 1;
}
