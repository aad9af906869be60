import { createReadStream } from 'node:fs';
import { activateRelease } from '../change-remote';
import { withStore } from '../open-store';
import { addUploadedVersion } from '../service/add-uploaded-version';
import { publishDist } from './test-store';

// A command of which a test ends the process: `publish` without its build, an upload as the service receives
// it, or an activation.
const [command, version = '', place = ''] = process.argv.slice(2);
await withStore(async (store): Promise<unknown> => {
  if (command === 'publish') return publishDist(store, 'reports', version, place);
  if (command === 'upload') return addUploadedVersion(store, 'reports', version, createReadStream(place));
  return activateRelease(store, 'reports', version, { shell: place, ungated: 'a test' });
});
