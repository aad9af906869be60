import { runCommand } from './command';
import { program } from './process/program';
import { runNode } from './process/run';

runCommand(async () => {
  const args = [...program('tools/faults/src/main.ts'), ...process.argv.slice(2)];
  return (await runNode(args, { live: true })).code;
});
