import { join, relative } from 'node:path';
import { readArguments } from '@palier/base/arguments';
import { runCommand } from '@palier/base/command';
import { checkReport, writeReport } from '@palier/kit/api-report';
import { writeKitReport } from '@palier/kit/kit-report';
import { makeKit } from '@palier/kit/make-kit';
import { ROOT } from '@palier/base/paths';

const USAGE = `\
npm run kit               makes @palier/shared and @palier/remote-kit for a registry in dist/kit
npm run kit -- --report   writes shared/api.txt and scripts/kit/api.txt, which checks compare`;

runCommand(
  async () => {
    const { values } = readArguments(
      { options: { report: { type: 'boolean' }, check: { type: 'boolean' } } },
      USAGE,
    );
    if (values.report === true) await Promise.all([writeReport(), writeKitReport()]);
    else if (values.check === true) await checkReport();
    else
      for (const file of await makeKit(join(ROOT, 'dist/kit')))
        console.log(`${relative(ROOT, file)}   publish it with: npm publish ${relative(ROOT, file)}`);
    return 0;
  },
  { failedCode: 3 },
);
