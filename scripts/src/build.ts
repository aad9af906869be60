import { buildAll } from './build/build-all';
import { runCommand } from './command';

runCommand(async () => {
  await buildAll();
  return 0;
});
