import { FindingError, runCommand } from '@palier/base/command';
import { barFindings, colourFindings } from './colours';

runCommand(async () => {
  const found = [...(await colourFindings()), ...(await barFindings())];
  if (found.length > 0)
    throw new FindingError(
      `Colours outside of the tokens:\n  ${found.join('\n  ')}`,
      'Use a custom property of shared/src/ui/tokens.css (decision 0118).',
    );
  return 0;
});
