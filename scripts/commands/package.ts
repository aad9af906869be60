import { join, relative } from 'node:path';
import { readArguments } from '@palier/base/arguments';
import { runCommand, timeSince } from '@palier/base/command';
import { makeArtefact } from '@palier/artefact/make-artefact';
import { ROOT } from '@palier/base/paths';

runCommand(
  async () => {
    readArguments(
      { options: {} },
      'npm run package   makes dist/palier-<version>.tar.gz; it takes no arguments',
    );
    const startedAt = performance.now();
    const { file, bytes } = await makeArtefact(join(ROOT, 'dist'));
    console.log(`${relative(ROOT, file)}: ${(bytes / 1e6).toFixed(1)} MB (${timeSince(startedAt)})`);
    return 0;
  },
  { failedCode: 3 },
);
