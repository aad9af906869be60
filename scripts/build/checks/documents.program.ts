import { FindingError, runCommand } from '@palier/base/command';
import { documentFindings } from './documents';

runCommand(async () => {
  const found = await documentFindings();
  if (found.length > 0)
    throw new FindingError(
      `Documents that are not true:\n  ${found.join('\n  ')}`,
      'Correct the path, or quote the figure as it stands in its row.',
    );
  return 0;
});
