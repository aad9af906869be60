import { SetupError } from '../command';
import { findProgram } from './find-program';

/** A program of this machine that a command runs. */
export interface RequiredProgram {
  readonly name: string;
  /** The package of Debian that contains it. */
  readonly debianPackage: string;
  /** The environment variable that may name its file. */
  readonly variable?: string;
}

/**
 * Checks for programs before a command does anything. Throws a SetupError that names the missing ones and the
 * command that installs them.
 * @param purpose the subject of the sentence, such as "npm run drill"
 */
export function requirePrograms(purpose: string, programs: readonly RequiredProgram[]): void {
  const missing = programs.filter(({ name, variable = '' }) => findProgram(name, variable) === null);
  if (missing.length === 0) return;
  const names = [...new Set(missing.map(({ name }) => name))];
  throw new SetupError(
    `${purpose} needs ${names.join(', ')}, which this machine lacks.`,
    installCommand(missing),
  );
}

/** The command that installs the packages of these programs. */
export function installCommand(programs: readonly RequiredProgram[]): string {
  const packages = [...new Set(programs.map(({ debianPackage }) => debianPackage))];
  return `Debian, as root: apt-get install ${packages.join(' ')}`;
}
