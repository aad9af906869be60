import { FindingError, runCommand } from '@palier/base/command';
import { undeclaredImports } from './declared-imports';

runCommand(async () => {
  const found = await undeclaredImports();
  if (found.length > 0)
    throw new FindingError(
      `Imports without an entry in the manifest:\n  ${found.join('\n  ')}`,
      'Add the workspace to the dependencies of the package that imports it.',
    );
  return 0;
});
