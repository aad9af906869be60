import { EXIT } from './operator-command';
import { runCommand } from './run-command';

// A reader such as `head` may close an output early: the command still does its work and keeps its exit code.
// On a full disk the work is done too, but its result is lost.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.exitCode = EXIT.failed;
    if (stream === process.stdout) process.stderr.write(`The result was not written: ${message}\n`);
  });
const code = await runCommand(process.argv.slice(2));
process.exitCode ??= code;
