import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** Not with React, which asks Jest for Node's timers. */
const REACT = ['react', 'react-dom'];
const LIBRARIES = [
  '@mswjs/interceptors',
  '@mswjs/interceptors/WebSocket',
  '@mswjs/interceptors/XMLHttpRequest',
  '@stomp/stompjs',
  '@tanstack/react-query',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@testing-library/user-event',
  'axios',
  'msw',
  'msw/node',
  'react-router-dom',
  'rxjs',
  'zod/mini',
];

/**
 * Names of libraries for `moduleNameMapper`. Jest loads every module anew for every test file: here one file in place of 1 200 modules.
 * @param {string} dir the package's folder
 */
export function bundleLibraries(dir) {
  const { resolve } = createRequire(join(dir, 'package.json'));
  const isInstalled = (name) => {
    try {
      return resolve(name) !== '';
    } catch {
      return false;
    }
  };
  const names = LIBRARIES.filter(isInstalled);
  const getters = names.map((name) => `get '${name}'() { return require('${name}'); }`);
  const { outputFiles } = buildSync({
    stdin: { contents: `module.exports = { ${getters.join(', ')} };`, resolveDir: dir },
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: REACT,
    minifyWhitespace: true,
    write: false,
    logLevel: 'error',
  });
  const [bundle] = outputFiles;
  // In a folder of this name, Jest takes the file as compiled.
  const folder = join(tmpdir(), `palier-jest-${bundle.hash.replace(/\W/g, '-')}`, 'node_modules');
  const files = names.map((name, index) => [join(folder, `${index}.js`), name]);
  mkdirSync(folder, { recursive: true });
  write(join(folder, 'libraries.js'), bundle.contents);
  for (const [file, name] of files) write(file, `module.exports = require('./libraries.js')['${name}'];`);
  return {
    ...Object.fromEntries(files.map(([file, name]) => [`^${name}$`, file])),
    [`^((${REACT.join('|')})($|/.*))`]: join(resolve('react/package.json'), '../../$1'),
  };
}

/** As a whole, because another run of Jest may be reading the file. */
function write(file, contents) {
  if (existsSync(file)) return;
  writeFileSync(`${file}.${process.pid}`, contents);
  renameSync(`${file}.${process.pid}`, file);
}
