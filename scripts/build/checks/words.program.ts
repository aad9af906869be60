import { FindingError, runCommand } from '@palier/base/command';
import { wordFindings } from './words';

runCommand(async () => {
  const found = await wordFindings();
  if (found.length > 0)
    throw new FindingError(
      `Texts with a word that another word stands for:\n  ${found.join('\n  ')}`,
      'Use the words of decision 0098.',
    );
  return 0;
});
