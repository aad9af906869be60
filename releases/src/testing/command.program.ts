import { createReadStream } from 'node:fs';
import { releaseRoot } from '@palier/scripts/paths';
import { addVersion } from '../add-version';
import { runRelease } from '../command';
import { addUploadedVersion } from '../service/add-uploaded-version';

// A command of which a test ends the process: `publish` without its build, an upload as the service receives it, or a release command.
const [command, ...words] = process.argv.slice(2);
const [version = '', file = ''] = words;
if (command === 'publish') await addVersion(releaseRoot(), 'reports', version, file);
else if (command === 'upload')
  await addUploadedVersion(releaseRoot(), 'reports', version, createReadStream(file));
else await runRelease([command ?? '', ...words]);
