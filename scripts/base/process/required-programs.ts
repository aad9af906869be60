import { SetupError } from '../command';
import { installFromDebian } from './debian';
import { findProgram } from './find-program';

/** A program of this machine that a command runs. */
export interface RequiredProgram {
  readonly name: string;
  /** The package of Debian that contains it. */
  readonly debianPackage: string;
  /** The environment variable that may name its file. */
  readonly variable?: string;
}

const isMissing = ({ name, variable = '' }: RequiredProgram): boolean => findProgram(name, variable) === null;

/** A file that the environment names and that is not there is the user's to correct. */
const isNamed = ({ variable = '' }: RequiredProgram): boolean => (process.env[variable] ?? '') !== '';

/**
 * Makes sure of programs before a command does anything: installs missing ones as root on Debian. Throws a
 * SetupError that names those that are still missing and the command that installs them.
 * @param purpose the subject of the sentence, such as "npm run drill"
 */
export async function requirePrograms(
  purpose: string,
  programs: readonly RequiredProgram[],
  install = installFromDebian,
): Promise<void> {
  const installable = programs.filter((program) => isMissing(program) && !isNamed(program));
  if (installable.length > 0) await install(packagesOf(installable), namesOf(installable).join(', '));
  const missing = programs.filter(isMissing);
  if (missing.length === 0) return;
  throw new SetupError(
    `${purpose} needs ${namesOf(missing).join(', ')}, which this machine lacks.`,
    installCommand(missing),
  );
}

const namesOf = (programs: readonly RequiredProgram[]): string[] => [
  ...new Set(programs.map(({ name }) => name)),
];

const packagesOf = (programs: readonly RequiredProgram[]): string[] => [
  ...new Set(programs.map(({ debianPackage }) => debianPackage)),
];

/** The command that installs the packages of these programs. */
export const installCommand = (programs: readonly RequiredProgram[]): string =>
  `Debian, as root: apt-get install ${packagesOf(programs).join(' ')}`;
