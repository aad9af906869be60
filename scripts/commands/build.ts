import { buildAll } from '@palier/releases/build-all';
import { runCommand } from '@palier/base/command';

runCommand(async () => {
  await buildAll();
  return 0;
});
