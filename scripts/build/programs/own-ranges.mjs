import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageFolders } from '../../base/workspaces.mjs';

const ROOT = new URL('../../../', import.meta.url);
const OWN_RANGE = /("@palier\/[^"]+": )"[^"]+"/g;

// `npm run version`, which `lerna version` runs after it raised the versions: lerna also writes the new
// versions into the dependencies on our own packages. With "*" npm never asks the registry for one of them.
for (const file of [...packageFolders().map((folder) => `${folder}/package.json`), 'package-lock.json']) {
  const path = fileURLToPath(new URL(file, ROOT));
  writeFileSync(path, readFileSync(path, 'utf8').replace(OWN_RANGE, '$1"*"'));
}
