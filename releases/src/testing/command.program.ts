import { createReadStream } from 'node:fs';
import { releaseRoot } from '@palier/base/paths';
import { addVersion } from '../add-version';
import { activateRelease } from '../change-remote';
import { addUploadedVersion } from '../service/add-uploaded-version';

// A command of which a test ends the process: `publish` without its build, an upload as the service receives
// it, or an activation.
const [command, version = '', place = ''] = process.argv.slice(2);
if (command === 'publish') await addVersion(releaseRoot(), 'reports', version, place);
else if (command === 'upload')
  await addUploadedVersion(releaseRoot(), 'reports', version, createReadStream(place));
else await activateRelease('reports', version, place);
