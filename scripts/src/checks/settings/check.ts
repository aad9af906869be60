import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { SECRETS } from '@palier/server/config/secret-files';
import { SETTINGS } from '@palier/server/config/config';
import { ROOT } from '../../paths';

export const EXAMPLES = ['deploy/palier.env.example', 'deploy/owner.env.example'];
const DOCUMENT = 'docs/configuration.md';
const UNITS = 'deploy/systemd';
const DEPLOYMENT = ['deploy/compose.yaml', 'deploy/Dockerfile'];

/** Variables of other programs that the documents and the deployment name. */
const OTHER_VARIABLES = new Set([
  ...['DEMO_PROVIDER_PORT', 'PROCESSES', 'PROVIDER_DATABASE_URL'], // of `npm start`
]);
const OF_OTHER_IMAGES = /^(POSTGRES|GF|PALIER)_|^(PGDATA|TZ)$/;

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
      return cell.includes(written(fallback ?? '')) ? [] : [`${DOCUMENT}: the default of ${name} is ${fallback}`];
    }),
    ...[...table.keys()]
      .filter((name) => !isSetting(name) && !OTHER_VARIABLES.has(name))
      .map((name) => `${DOCUMENT} has a row of ${name}, which is not a setting`),
  ];
}

/** The variables that a file of the deployment sets and no program reads. */
export const faultsOfDeployment = (file: string, text: string): string[] =>
  readDeployment(text)
    .filter((name) => !isSetting(name) && !OF_OTHER_IMAGES.test(name))
    .map((name) => `${file} sets ${name}, which is not a setting`);

const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');

/** All differences between the settings of the server, the document and the deployment. */
export async function checkSettings(): Promise<string[]> {
  const units = await readdir(join(ROOT, UNITS));
  const files = [...DEPLOYMENT, ...units.map((unit) => `${UNITS}/${unit}`)];
  return [
    ...faultsOfExamples((await Promise.all(EXAMPLES.map(read))).join('\n')),
    ...faultsOfTable(await read(DOCUMENT)),
    ...(await Promise.all(files.map(async (file) => faultsOfDeployment(file, await read(file))))).flat(),
  ];
}
