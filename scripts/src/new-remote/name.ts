import { Fault } from '../fault';

const NAME = /^mfe-[a-z][a-z0-9]{1,23}$/;
/** Names the federation or the page gives to something else. */
const TAKEN = ['shell', 'shared', 'main', 'routes'];

/** The remote's name of a folder `mfe-name`. Throws a fault, in one sentence, for a name that cannot be one. */
export function checkName(folder: string | undefined, existing: readonly string[]): string {
  const example = 'Give it a name like this: npm run new -- mfe-tournaments';
  if (folder === undefined || folder === '') throw new Fault('The new remote has no name.', example);
  if (!NAME.test(folder)) {
    throw new Fault(
      `"${folder}" is no name of a remote: mfe- and then 2 to 24 lower-case letters and digits, a letter first.`,
      example,
    );
  }
  const name = folder.slice('mfe-'.length);
  if (TAKEN.includes(name)) throw new Fault(`"${name}" is the name of another part of Palier.`, example);
  if (existing.includes(name)) throw new Fault(`${folder} is already there.`, 'Choose another name.');
  return name;
}
