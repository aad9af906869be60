import { FindingError, runCommand } from '@palier/base/command';
import { findExcesses } from './density';

runCommand(async () => {
  const found = await findExcesses();
  if (found.length > 0)
    throw new FindingError(
      `${found.length} places exceed a limit of text:\n  ${found.join('\n  ')}`,
      'Break the line at a comma or a sentence, shorten the cell, or split the function.',
    );
  return 0;
});
