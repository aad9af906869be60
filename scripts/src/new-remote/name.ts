import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { REMOTE_SCREENS } from '@palier/shell/remote-screens';
import { CommandError } from '../command';

const require = createRequire(import.meta.url);

/** Letters alone: by them the page finds a remote in the stack of what it threw (shell/src/remotes/report-failure.ts). */
const NAME = /^mfe-[a-z]{2,24}$/;
/** Names the federation or the page gives to something else. */
const TAKEN = ['shell', 'shared', 'main', 'routes'];
/** First path segments that the server or the shell answers: a screen of a remote there would never be reached. */
const RESERVED_PATHS = ['api', 'healthz', 'login', 'metrics', 'readyz', 'remotes', 'settings'];

/** Declarations of the global names of JavaScript and the DOM. */
const DECLARATIONS = ['lib.es5.d.ts', 'lib.dom.d.ts'].map((file) => `typescript/lib/${file}`);

/** Whether a script may say `var <name>` and find its own value there afterwards: that is what a remote's entry does. */
function canBeVariable(name: string): boolean {
  try {
    new Script(`'use strict'; var ${name};`);
  } catch {
    return false;
  }
  const declared = new RegExp(`^declare (?:var|let|const|function|class) ${name}\\b`, 'm');
  return !DECLARATIONS.some((file) => declared.test(readFileSync(require.resolve(file), 'utf8')));
}

/** The remote's name of a folder `mfe-name`. Throws a CommandError, in one sentence, for a name that cannot be one. */
export function checkName(folder: string | undefined, existing: readonly string[]): string {
  const example = 'Give it a name like this: npm run new -- mfe-tournaments';
  if (folder === undefined || folder === '') throw new CommandError('The new remote has no name.', example);
  if (!NAME.test(folder)) {
    throw new CommandError(
      `"${folder}" is no name of a remote: mfe- and then 2 to 24 lower-case letters.`,
      example,
    );
  }
  const name = folder.slice('mfe-'.length);
  if (TAKEN.includes(name))
    throw new CommandError(`"${name}" is the name of another part of Palier.`, example);
  if (RESERVED_PATHS.includes(name) || REMOTE_SCREENS.some(({ path }) => path.split('/')[1] === name))
    throw new CommandError(`/${name}, where its page would stand, is an address of Palier already.`, example);
  if (!canBeVariable(name))
    throw new CommandError(`"${name}" is already a global name in browsers.`, example);
  if (existing.includes(name)) throw new CommandError(`${folder} is already there.`, 'Choose another name.');
  return name;
}
