import { spawn } from 'node:child_process';

/**
 * Runs the program that the arguments name, and ends it when the parent ends, also when the parent is killed.
 * At SIGTERM the program gets the signal of STOP_SIGNAL.
 */
const [binary = '', ...args] = process.argv.slice(2);
const child = spawn(binary, args, { stdio: ['ignore', 'inherit', 'inherit'] });
process.on('SIGTERM', () => child.kill((process.env.STOP_SIGNAL ?? 'SIGTERM') as NodeJS.Signals));
process.on('disconnect', () => child.kill('SIGTERM'));
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
