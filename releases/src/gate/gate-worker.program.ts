import { createServer, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createInterface } from 'node:readline';
import { checkScreens } from './browser-check';
import type { GateJob, GateOutcome, MessageFromWorker, MessageToWorker } from './gate-job';
import { NoIsolatedBrowser } from './launch-browser';
import { createTunnel } from './tunnel';

/**
 * The worker of the release gate opens the screens of one candidate in a browser and ends. It runs as its own
 * user in its own network namespace, without a key or a database login. The command that checks the candidate
 * sends the job as lines of JSON. The worker reaches the test site only through that command (`tunnel.ts`).
 */
const send = (message: MessageFromWorker): boolean => process.stdout.write(`${JSON.stringify(message)}\n`);
const tunnel = createTunnel(send);

/** What the worker must not have, or null. */
function findLackOfIsolation(): string | null {
  if (process.getuid?.() === 0) return 'its worker runs as root';
  const network = Object.keys(networkInterfaces()).find((name) => name !== 'lo');
  if (network !== undefined) return `its worker has the network ${network}`;
  const secret = Object.keys(process.env).find((name) => /DATABASE_URL|_KEY|SECRET|TOKEN/.test(name));
  return secret === undefined ? null : `its worker has the variable ${secret}`;
}

async function runJob(job: GateJob): Promise<GateOutcome> {
  const lack = findLackOfIsolation();
  if (lack !== null) return { notRun: lack };
  const server = createServer((socket) => tunnel.carry(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await checkScreens(job, `http://127.0.0.1:${port}`);
  } catch (error) {
    if (error instanceof NoIsolatedBrowser) return { notRun: error.message };
    throw error;
  }
}

const printable = ({ message }: Error): string => message.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 300);

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line) as MessageToWorker;
  if (!('job' in message)) return tunnel.receive(message);
  void runJob(message.job)
    .catch((error: Error): GateOutcome => ({ notRun: `its worker failed (${printable(error)})` }))
    .then((outcome) => {
      process.stdout.write(`${JSON.stringify({ outcome })}\n`, () => process.exit());
    });
});
// The command has ended.
lines.on('close', () => process.exit());
