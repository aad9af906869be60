import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(createRequire(import.meta.url).resolve('@palier/shared/package.json'));
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));

/** Aliases: react-router is its production build, because bundlers get the development build. */
export const libraryPatches = () => ({
  'react-router$': join(folderOf('react-router'), 'dist/production/index.mjs'),
  'react-router/dom$': join(folderOf('react-router'), 'dist/production/dom-export.mjs'),
});
