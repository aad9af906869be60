import { runCommand } from './fault';
import { runNode } from './process/run';

runCommand(async () => {
  const args = ['--import', 'tsx', 'server/faults/main.ts', ...process.argv.slice(2)];
  return (await runNode(args, { live: true })).code;
});
