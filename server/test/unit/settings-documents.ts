import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { SECRETS } from '../../src/config/secret-files';
import { SETTINGS } from '../../src/config/config';
import { COMMANDS } from '../../src/operator/commands';
import { ROOT } from '@palier/base/paths';

export const EXAMPLES = ['deploy/palier.env.example', 'deploy/owner.env.example'];
const DOCUMENT = 'docs/configuration.md';
const UNITS = 'deploy/systemd';
const DEPLOYMENT = ['deploy/compose.yaml', 'deploy/Dockerfile'];

/** Variables of other programs that the documents and the deployment name. */
const OTHER_VARIABLES = new Set(['DEMO_PROVIDER_PORT', 'PROCESSES', 'PROVIDER_DATABASE_URL']);
const OF_OTHER_PROGRAMS = /^(PALIER|PG|POSTGRES_|GF_|BACKUP_)/;

/** A name and a value that the text gives it: `NAME=value`, or `NAME: value` in YAML. */
interface Assignment {
  readonly name: string;
  readonly value: string;
  readonly isComment: boolean;
}

/** The assignments of an environment file. */
export const readEnvironment = (text: string): Assignment[] =>
  [...text.matchAll(/^(#?)([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, comment, name = '', value = '']) => ({
    name,
    value,
    isComment: comment === '#',
  }));

/** Variable and default of each row of the table; a row may hold several variables. */
export const readTable = (markdown: string): Map<string, string> =>
  new Map(
    [...markdown.matchAll(/^\| (`[A-Z][^|]*) \| ([^|]*) \|/gm)].flatMap(([, names = '', defaults = '']) =>
      [...names.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name = '']) => [name, defaults] as const),
    ),
  );

/** The variables that a unit, a Dockerfile or a compose file sets. */
export const readDeployment = (text: string): string[] =>
  [...text.matchAll(/^(?:ENV |Environment=|Environment="|\s+)([A-Z][A-Z0-9_]*)(?:=|: )/gm)].map(
    ([, name = '']) => name,
  );

/** Paths are written relative to the installation. */
const written = (value: string): string => (value.startsWith(ROOT) ? relative(ROOT, value) : value);
const isSetting = (name: string): boolean => SETTINGS.has(name) || SETTINGS.has(name.replace(/_FILE$/, ''));

/** The differences between the settings of the server and the example files, all examples together. */
export function faultsOfExamples(text: string): string[] {
  const assignments = readEnvironment(text);
  const isSecret = (name: string): boolean => SECRETS.some((secret) => secret === name);
  return [
    ...[...SETTINGS.keys()]
      .filter((name) => assignments.filter((one) => one.name === name).length !== 1)
      .map((name) => `${name} must have one line in ${EXAMPLES.join(' or ')}`),
    ...assignments.flatMap(({ name, value, isComment }) => {
      if (!isSetting(name)) return [`${name} in ${EXAMPLES.join(' or ')} is not a setting`];
      const fallback = written(SETTINGS.get(name) ?? '');
      if (isComment && value !== fallback)
        return [`#${name}=${value} in an example is not the default: ${fallback}`];
      return isSecret(name) && value !== '' ? [`${name} in an example has a value, and is a secret`] : [];
    }),
  ];
}

/** The differences between the settings of the server and the table of the document. */
export function faultsOfTable(markdown: string): string[] {
  const table = readTable(markdown);
  return [
    ...[...SETTINGS].flatMap(([name, fallback]) => {
      const cell = table.get(name);
      if (cell === undefined) return [`${DOCUMENT} has no row of ${name}`];
      return cell.includes(written(fallback ?? ''))
        ? []
        : [`${DOCUMENT}: the default of ${name} is ${fallback}`];
    }),
    ...[...table.keys()]
      .filter((name) => !isSetting(name) && !OTHER_VARIABLES.has(name))
      .map((name) => `${DOCUMENT} has a row of ${name}, which is not a setting`),
  ];
}

/** The variables that a file of the deployment sets and no program reads. */
export const faultsOfDeployment = (file: string, text: string): string[] =>
  readDeployment(text)
    .filter((name) => !isSetting(name) && !OF_OTHER_PROGRAMS.test(name))
    .map((name) => `${file} sets ${name}, which is not a setting`);

/** The operator commands that a unit or a document calls and that do not exist. */
export const faultsOfCommands = (file: string, text: string): string[] =>
  [...text.matchAll(/\bpalier admin ([a-z][a-z-]*)/g)]
    .filter(([, name = '']) => !Object.hasOwn(COMMANDS, name))
    .map(([call]) => `${file} calls ${call}, which does not exist`);

const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');

const filesIn = async (folder: string, extension = ''): Promise<string[]> =>
  (await readdir(join(ROOT, folder)))
    .filter((name) => name.endsWith(extension))
    .map((name) => `${folder}/${name}`);

/** All differences between the server's settings and commands, the documents and the deployment. */
export async function checkSettings(): Promise<string[]> {
  const deployment = [...DEPLOYMENT, ...(await filesIn(UNITS))];
  const callers = [...deployment, ...(await filesIn('docs', '.md'))];
  const faultsIn = async (files: string[], faultsOf: (file: string, text: string) => string[]) =>
    (await Promise.all(files.map(async (file) => faultsOf(file, await read(file))))).flat();
  return [
    ...faultsOfExamples((await Promise.all(EXAMPLES.map(read))).join('\n')),
    ...faultsOfTable(await read(DOCUMENT)),
    ...(await faultsIn(deployment, faultsOfDeployment)),
    ...(await faultsIn(callers, faultsOfCommands)),
  ];
}
