import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readArguments } from '@palier/base/arguments';
import { CommandError, runCommand, timeSince } from '@palier/base/command';
import { makeArtefact } from '@palier/artefact/make-artefact';
import { ROOT } from '@palier/base/paths';

runCommand(
  async () => {
    const { values } = readArguments(
      { options: { earlier: { type: 'string', multiple: true, default: [] } } },
      'npm run package   makes dist/palier-<version>.tar.gz; --earlier <folder of an unpacked artefact>, once ' +
        'for each of the last five, the newest first, makes small updates for browsers that have its files',
    );
    const earlierShells = values.earlier.map((folder) => join(folder, 'shell'));
    for (const folder of earlierShells)
      if (!existsSync(join(folder, 'assets.json')))
        throw new CommandError(`${folder} is no shell of an artefact.`, 'Name the folder of an artefact.');
    const startedAt = performance.now();
    const { file, bytes } = await makeArtefact(join(ROOT, 'dist'), { earlierShells });
    console.log(`${relative(ROOT, file)}: ${(bytes / 1e6).toFixed(1)} MB (${timeSince(startedAt)})`);
    return 0;
  },
  { failedCode: 3 },
);
