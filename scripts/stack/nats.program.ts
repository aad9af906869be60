import { spawn } from 'node:child_process';

/**
 * Runs the nats-server that the arguments name, and ends it when the parent ends, also when the parent is
 * killed.
 */
const [binary = '', ...args] = process.argv.slice(2);
const nats = spawn(binary, args, { stdio: ['ignore', 'inherit', 'inherit'] });
for (const event of ['SIGTERM', 'disconnect'] as const) process.on(event, () => nats.kill());
nats.on('exit', (code) => process.exit(code ?? 1));
