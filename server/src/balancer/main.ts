import pino from 'pino';
import * as z from 'zod/mini';
import { flushLog, logOutput } from '../observability/log-output';
import { startBalancer } from './balancer';

/** The balancer as a program: one address (HOST, PORT) for the processes of BALANCER_TARGETS. */
const settings = z
  .object({
    HOST: z._default(z.string(), '127.0.0.1'),
    PORT: z.pipe(z.string(), z.pipe(z.transform(Number), z.int().check(z.gte(0), z.lte(65_535)))),
    BALANCER_TARGETS: z.string().check(z.regex(/^http:\/\/[^\s,]+:\d+(,http:\/\/[^\s,]+:\d+)*$/)),
    TRUST_PROXY: z._default(z.string(), 'false'),
    LOG_LEVEL: z._default(z.string(), 'info'),
  })
  .safeParse(process.env);
if (!settings.success) {
  const faults = settings.error.issues.map(({ path, message }) => `  - ${String(path[0])}: ${message}\n`);
  process.stderr.write(`The balancer cannot start:\n${faults.join('')}`);
  process.exit(1);
}
const { HOST, PORT, BALANCER_TARGETS, TRUST_PROXY, LOG_LEVEL } = settings.data;
const log = pino({ level: LOG_LEVEL }, logOutput());
const balancer = await startBalancer({
  targets: BALANCER_TARGETS.split(','),
  host: HOST,
  port: PORT,
  trustsCallers: TRUST_PROXY !== 'false',
  onChange: ({ host, port, isReady }) =>
    log.info({ process: `${host}:${port}` }, isReady ? 'process ready' : 'process not ready'),
});
log.info({ url: balancer.url, targets: BALANCER_TARGETS }, 'balancer listens');
let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    void balancer
      .stop()
      .then(() => flushLog(log))
      .then(() => process.exit(0));
  });
