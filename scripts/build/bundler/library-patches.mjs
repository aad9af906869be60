import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import webpack from 'webpack';

const require = createRequire(createRequire(import.meta.url).resolve('@palier/shared/package.json'));
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));

/** Aliases: react-router is its production build, because bundlers get the development build. */
export const libraryPatches = () => ({
  'react-router$': join(folderOf('react-router'), 'dist/production/index.mjs'),
  'react-router/dom$': join(folderOf('react-router'), 'dist/production/dom-export.mjs'),
});

const SOCKJS_EVENTS = fileURLToPath(new URL('./sockjs-events.cjs', import.meta.url));

/** Replaces `utils/event` of sockjs-client. */
export const socketEventsPlugin = () =>
  new webpack.NormalModuleReplacementPlugin(/^\.{1,2}\/(?:.*\/)?(?:utils\/)?event$/, (resource) => {
    const path = join(resource.context, resource.request);
    if (/sockjs-client[\\/]lib[\\/]utils[\\/]event$/.test(path)) resource.request = SOCKJS_EVENTS;
  });
