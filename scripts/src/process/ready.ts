import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../command';
import type { Service } from './service';

const READY_TIMEOUT_MS = 120_000;

/** Settles when the service ends by itself, with what to tell. */
export async function died(service: Service): Promise<CommandError> {
  const code = await service.ended;
  return new CommandError(
    `${service.title} stopped by itself (code ${code ?? 'none'}). Its last words:\n${await service.lastWords()}`,
    `The whole log is in ${service.logFile}.`,
  );
}

/**
 * Settles when `url` answers well. Throws a CommandError when the service ends first, or, stopping it, when it was not ready in time:
 * one that came up later would hold its port, watched by nobody.
 */
export async function untilReady(service: Service, url: string, timeoutMs = READY_TIMEOUT_MS): Promise<void> {
  const fault = died(service);
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
    `${service.title} did not become ready within ${timeoutMs / 1000} s. Its last words:\n${await service.lastWords()}`,
    `The whole log is in ${service.logFile}.`,
  );
}
