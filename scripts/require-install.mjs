// The first step of the scripts of packages, which do not install by themselves. It uses only Node's own
// modules, because nothing may be installed yet.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

if (!existsSync(fileURLToPath(new URL('../node_modules/.package-lock.json', import.meta.url)))) {
  console.error('\n✗ The packages are not installed.\nIn the folder of the checkout: npm ci');
  process.exit(3);
}
