import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Registry } from '@palier/shared/contracts/releases';
import {
  parseMessageFromWorker,
  type Candidate,
  type GateJob,
  type GateOutcome,
  type GateRefusal,
  type MessageToWorker,
  type ScreenFault,
} from './gate-job';
import { hostOf, startGateProxy } from './gate-proxy';
import { CHECK_LIMITS } from './limit-browser';
import type { ShellSource } from './shell-source';
import { startTestSite } from './test-site';
import { startWorker, type GateWorker } from './start-worker';
import { createTunnel } from './tunnel';

/** For the start of the worker and its browser on a busy machine. */
const START_LIMIT_MS = 30_000;
/** Many times what all screens load: a page must not fill the memory of this process. */
const MOST_BYTES = 512 * 2 ** 20;

interface Opened {
  /** The first fault, or null; one of the kind `browser` when the worker could not open the screens. */
  readonly refusal: GateRefusal | null;
  /** Whether other remotes than the candidate may be the cause: screens of theirs may have been open. */
  readonly mayBeOfOthers: boolean;
}

/**
 * Opens the screens of the candidate and its neighbours in a worker of the gate.
 * @param without remotes that are left out, maybe the candidate too
 */
export async function openScreens(
  shell: ShellSource,
  candidate: Candidate,
  without: readonly string[],
): Promise<Opened> {
  const { store, description, screenLimitMs, limits } = candidate;
  const worker = await startWorker();
  if (typeof worker === 'string') return { refusal: notOpened(worker), mayBeOfOthers: false };
  try {
    const registry = onlyActive(candidate.registry);
    const tested = leaveOut(registry, without);
    const site = await startTestSite({ shell, store, registry: tested });
    const proxy = await startGateProxy(hostsOf(site.origin, tested));
    try {
      const { name, uses } = description;
      const job: GateJob = { origin: site.origin, registry, name, without, uses, screenLimitMs, limits };
      const outcome = await converse(worker, job, proxy.port);
      if ('notRun' in outcome) return { refusal: notOpened(outcome.notRun), mayBeOfOthers: true };
      const { fault, mayBeOfOthers } = outcome;
      const refusal = refusalOf(proxy.refused(), fault, site.violation());
      return { refusal, mayBeOfOthers };
    } finally {
      await proxy.close();
      await site.close();
    }
  } finally {
    worker.end();
  }
}

function refusalOf(
  refused: string | null,
  fault: ScreenFault | null,
  violation: string | null,
): GateRefusal | null {
  // A page that asks for another site could send there what it sees at an operator's or a user's machine.
  if (refused !== null)
    return { why: `it asks for ${printable(refused)}, outside of the test site`, toChange: 'remote' };
  if (fault !== null || violation === null) return fault;
  return {
    why: `the Content Security Policy refuses what it asks for: ${printable(violation)}`,
    toChange: 'remote',
  };
}

const notOpened = (why: string): GateRefusal => ({
  why: `its screens were not opened: ${why}`,
  toChange: 'browser',
});

const printable = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').slice(0, 240);

/**
 * Without previous versions, which would replace a failing candidate, and without canaries of other remotes.
 */
const onlyActive = (registry: Registry): Registry => ({
  ...registry,
  remotes: Object.fromEntries(
    Object.entries(registry.remotes).map(([name, remote]) => [
      name,
      { ...remote, previous: null, canary: null },
    ]),
  ),
});

const leaveOut = (registry: Registry, without: readonly string[]): Registry => ({
  ...registry,
  remotes: Object.fromEntries(Object.entries(registry.remotes).filter(([name]) => !without.includes(name))),
});

/** The hosts that a page may reach: the test site, and the origins of remotes. */
const hostsOf = (site: string, { remotes }: Registry): string[] =>
  [site, ...Object.values(remotes).flatMap(({ origin }) => origin ?? [])].map((origin) =>
    hostOf(new URL(origin)),
  );

/** Sends the job to the worker and carries its connections to the proxy, until it answers or ends. */
function converse(worker: GateWorker, job: GateJob, proxyPort: number): Promise<GateOutcome> {
  const { limitMs } = job.limits ?? CHECK_LIMITS;
  let bytesLeft = MOST_BYTES;
  return new Promise((settle) => {
    const resolve = (outcome: GateOutcome): void => {
      clearTimeout(timer);
      tunnel.close();
      settle(outcome);
    };
    const fault = (why: string): void => resolve({ fault: { why, toChange: 'remote' }, mayBeOfOthers: true });
    const send = (message: MessageToWorker): void => {
      const line = `${JSON.stringify(message)}\n`;
      count(line.length);
      if (worker.input.writable) worker.input.write(line);
    };
    function count(bytes: number): void {
      bytesLeft -= bytes;
      if (bytesLeft >= 0) return;
      worker.output.destroy();
      fault('its screens load and send more than 512 MB');
    }
    const tunnel = createTunnel(send, () => connect(proxyPort, '127.0.0.1'));
    const timer = setTimeout(
      () => fault(`its screens take more than ${limitMs / 1_000} s`),
      limitMs + START_LIMIT_MS,
    );
    worker.input.on('error', () => undefined);
    worker.output.on('data', (content: Buffer) => count(content.length));
    const lines = createInterface({ input: worker.output });
    lines.on('line', (line) => {
      const message = parseMessageFromWorker(line);
      if (message === null) return resolve({ notRun: 'its worker sent a line that is not of the gate' });
      if ('outcome' in message) return resolve(message.outcome);
      tunnel.receive(message);
    });
    const onEnd = (): void => {
      const [why = ''] = worker.complaint().trim().split('\n').slice(-1);
      resolve({ notRun: `its worker ended${why === '' ? '' : ` (${printable(why)})`}` });
    };
    // Lines that came before the end are read first. A stream that fails has no end.
    lines.on('close', onEnd);
    worker.output.on('error', onEnd);
    if (worker.output.destroyed) return onEnd();
    send({ job });
  });
}
