import { CommandError } from '../command';
import type { Stack } from './stack';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** One Ctrl-C may arrive twice, from the terminal and from npm. */
const SAME_KEY_MS = 500;

/** Settles at the first Ctrl-C, SIGTERM or closed terminal. Listening starts with the call. */
export function stopAsked(): Promise<null> {
  // A closed terminal takes no word: unheard, that would end this process before what it has started.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve(null));
  });
}

/** Stops; whoever asks a second time waits for no call that is still under way. */
async function stopStack(stack: Stack): Promise<void> {
  const startedAt = performance.now();
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (performance.now() - startedAt > SAME_KEY_MS) stack.hurry();
    });
  await stack.stop();
}

/** On SIGUSR2 (`npm run restart`) the server processes are restarted one after the other. */
function rollWhenAsked({ roll }: Stack): void {
  if (roll === null || process.platform === 'win32') return;
  let rolling: Promise<void> | null = null;
  process.on('SIGUSR2', () => {
    rolling ??= roll().finally(() => (rolling = null));
  });
}

/** Keeps the product running until somebody stops it or a part of it dies; returns the exit code. */
export async function runUntilStopped(stack: Stack, asked: Promise<null>): Promise<number> {
  rollWhenAsked(stack);
  const fault = await Promise.race([asked, stack.broken]);
  console.log(fault instanceof CommandError ? `\n✗ ${fault.message}` : '\nStopping …');
  await stopStack(stack);
  console.log('Stopped.');
  return fault === null ? 0 : 1;
}
