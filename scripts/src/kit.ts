import { join, relative } from 'node:path';
import { readArguments } from './arguments';
import { runCommand } from './command';
import { checkReport, writeReport } from './kit/api-report';
import { makeKit } from './kit/make-kit';
import { ROOT } from './paths';

const USAGE = `npm run kit               makes @palier/shared and @palier/remote-kit for a registry in dist/kit
npm run kit -- --report   writes shared/api.txt, which "npm run verify" compares with the sources`;

runCommand(
  async () => {
    const { values } = readArguments(
      { options: { report: { type: 'boolean' }, check: { type: 'boolean' } } },
      USAGE,
    );
    if (values.report === true) await writeReport();
    else if (values.check === true) await checkReport();
    else
      for (const file of await makeKit(join(ROOT, 'dist/kit')))
        console.log(`${relative(ROOT, file)}   publish it with: npm publish ${relative(ROOT, file)}`);
    return 0;
  },
  { failedCode: 3 },
);
