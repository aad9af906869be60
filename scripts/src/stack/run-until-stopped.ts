import { Fault } from '../fault';
import type { Stack } from './stack';

/** Settles at the first Ctrl-C, SIGTERM or closed terminal. Listening starts with the call. */
export function stopAsked(): Promise<null> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(null));
  });
}

/** Keeps the product running until somebody stops it or a part of it dies; returns the exit code. */
export async function runUntilStopped(stack: Stack, asked: Promise<null>): Promise<number> {
  const fault = await Promise.race([asked, stack.broken]);
  console.log(fault instanceof Fault ? `\n✗ ${fault.message}` : '\nStopping …');
  await stack.stop();
  console.log('Stopped.');
  return fault === null ? 0 : 1;
}
