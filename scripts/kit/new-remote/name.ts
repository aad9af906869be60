import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { RESERVED_PATH } from '@palier/shared/contracts/screens';
import { CommandError } from '@palier/base/command';
import { remoteNames, screensOfRemote } from '@palier/base/workspaces.mjs';

const require = createRequire(import.meta.url);

/** Only letters: the page finds the name in the stack of an error (shell/src/remotes/report-failure.ts). */
const REMOTE_FOLDER = /^mfe-[a-z]{2,24}$/;
/** Names of other parts of the federation or the page. */
const TAKEN_NAMES = ['shell', 'shared', 'main', 'routes'];

/** The global names of the language and of every page. */
const DECLARATIONS = ['lib.es5.d.ts', 'lib.dom.d.ts'].map((file) => `typescript/lib/${file}`);

/** Whether a script can declare `var <name>` without a conflict, as the entry of a remote does. */
function isFreeGlobal(name: string): boolean {
  try {
    new Script(`'use strict'; var ${name};`);
  } catch {
    return false;
  }
  const declared = new RegExp(`^declare (?:var|let|const|function|class) ${name}\\b`, 'm');
  return !DECLARATIONS.some((file) => declared.test(readFileSync(require.resolve(file), 'utf8')));
}

/** Returns the name of the remote in the folder `mfe-<name>`. Throws a CommandError for an invalid name. */
export function checkName(folder: string | undefined, existing: readonly string[]): string {
  const example = 'Give it a name like this: npm run new -- mfe-tournaments';
  if (folder === undefined || folder === '') throw new CommandError('The new remote has no name.', example);
  if (!REMOTE_FOLDER.test(folder)) {
    throw new CommandError(
      `"${folder}" is not a valid name: it must be mfe- and 2 to 24 lower-case letters.`,
      example,
    );
  }
  const name = folder.slice('mfe-'.length);
  if (TAKEN_NAMES.includes(name))
    throw new CommandError(`"${name}" is the name of another part of Palier.`, example);
  const taken = remoteNames().flatMap(screensOfRemote);
  if (RESERVED_PATH.test(`/${name}`) || taken.some(({ path }) => path.split('/')[1] === name))
    throw new CommandError(`The path of its page, /${name}, is already used by Palier.`, example);
  if (!isFreeGlobal(name))
    throw new CommandError(`"${name}" is a reserved word or a global name of every page.`, example);
  if (existing.includes(name)) throw new CommandError(`${folder} already exists.`, 'Choose another name.');
  return name;
}
