import { buildAll } from '@palier/build/front/build-all';
import { runCommand } from '@palier/base/command';

runCommand(async () => {
  await buildAll();
  return 0;
});
