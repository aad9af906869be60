import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '../fault';
import type { Service } from './service';

const READY_TIMEOUT_MS = 120_000;

/** Settles when the service ends by itself, with what to tell. */
export async function died(service: Service): Promise<Fault> {
  const code = await service.ended;
  return new Fault(
    `${service.title} stopped by itself (code ${code ?? 'none'}). Its last words:\n${await service.lastWords()}`,
    `The whole log is in ${service.logFile}.`,
  );
}

/** Settles when `url` answers well. Throws a fault when the service ends first, or after 120 s. */
export async function untilReady(service: Service, url: string): Promise<void> {
  const fault = died(service);
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const answered = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    const ended = await Promise.race([fault, wait(100, null)]);
    if (ended !== null) throw ended;
  }
  throw new Fault(
    `${service.title} did not become ready within ${READY_TIMEOUT_MS / 1000} s. Its last words:\n${await service.lastWords()}`,
    `The whole log is in ${service.logFile}.`,
  );
}
