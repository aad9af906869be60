import { artefactComponents } from '@palier/artefact/make-artefact';
import { findLateComponents, readRegistry } from '@palier/artefact/components';
import { EXCEPTIONS } from '@palier/artefact/exceptions';
import { readArguments } from '@palier/base/arguments';
import { runCommand } from '@palier/base/command';

runCommand(
  async () => {
    readArguments(
      {},
      'npm run components   compares the packages of the artefact with the times of SECURITY.md; ' +
        'needs the registry',
    );
    const places = await artefactComponents();
    const late = await findLateComponents(places, await readRegistry(places), {
      exceptions: EXCEPTIONS,
      now: new Date(),
    });
    for (const line of late) console.log(`✗ ${line}`);
    console.log(`${places.length} components, ${late.length} late`);
    return late.length === 0 ? 0 : 1;
  },
  { failedCode: 3 },
);
