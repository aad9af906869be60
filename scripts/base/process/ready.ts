import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../command';
import type { Service } from './service';

const READY_TIMEOUT_MS = 120_000;

/** Resolves with the error when the service ends. */
export async function unexpectedEnd(service: Service): Promise<CommandError> {
  const code = await service.ended;
  return new CommandError(
    `${service.title} ended unexpectedly (code ${code ?? 'none'}). ` +
      `The end of its log:\n${await service.lastLogLines()}`,
    `The log is in ${service.logFile}.`,
  );
}

/**
 * Waits until `url` answers 2xx. Throws a CommandError when the service ends first, or is stopped here at the
 * time limit.
 */
export async function untilReady(service: Service, url: string, timeoutMs = READY_TIMEOUT_MS): Promise<void> {
  const fault = unexpectedEnd(service);
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const answered = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    const ended = await Promise.race([fault, wait(100, null)]);
    if (ended !== null) throw ended;
  }
  await service.stop();
  throw new CommandError(
    `${service.title} did not become ready within ${timeoutMs / 1000} s. ` +
      `The end of its log:\n${await service.lastLogLines()}`,
    `The log is in ${service.logFile}.`,
  );
}
