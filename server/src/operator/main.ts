import { runCommand } from './run-command';

// A reader such as `head` may close the output early: the command still does its work and keeps its exit code.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await runCommand(process.argv.slice(2));
