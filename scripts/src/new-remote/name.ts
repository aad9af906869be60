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
/** What the server and the shell answer themselves: no remote's screen would ever stand there. */
const ADDRESSES = ['api', 'healthz', 'login', 'metrics', 'readyz', 'remotes', 'settings'];

/** What the language and every page already have under some name. */
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
  if (ADDRESSES.includes(name) || REMOTE_SCREENS.some(({ path }) => path.split('/')[1] === name))
    throw new CommandError(`/${name}, where its page would stand, is an address of Palier already.`, example);
  if (!canBeVariable(name))
    throw new CommandError(
      `"${name}" means something else in every page, which the remote could not bear.`,
      example,
    );
  if (existing.includes(name)) throw new CommandError(`${folder} is already there.`, 'Choose another name.');
  return name;
}
