import { buildAll } from './build/build-all';
import { runCommand } from './fault';

runCommand(async () => {
  await buildAll();
  return 0;
});
