import { CommandError } from '@palier/base/command';

/** An entry of package-lock.json. */
export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

/** The packages of package-lock.json by their place, such as `node_modules/pg`. */
export type Lock = Readonly<Record<string, LockedPackage>>;

/** The name of the package at a place. */
export const nameOf = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The place from which Node would load a package for a module in `from`; null when the lock has none. */
function placeOf(lock: Lock, name: string, from: string): string | null {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (lock[place] !== undefined) return place;
    if (folder === '') return null;
  }
}

/** Optional packages for one platform are those of Linux on common processors. */
const isForServers = ({ os = ['linux'], cpu = ['x64'] }: LockedPackage): boolean =>
  os.includes('linux') && (cpu.includes('x64') || cpu.includes('arm64'));

/** The names of the packages that a package loads at run time, each with whether it may be missing. */
function dependenciesOf(locked: LockedPackage): [name: string, isOptional: boolean][] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = locked;
  const namesIn = (listed: Readonly<Record<string, string>> | undefined) => Object.keys(listed ?? {});
  const peers = namesIn(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [
    ...[...namesIn(dependencies), ...peers].map((name): [string, boolean] => [name, false]),
    ...namesIn(optionalDependencies).map((name): [string, boolean] => [name, true]),
  ];
}

/**
 * The places of `names` and of all packages that they need at run time, sorted. Packages of this repository
 * are passed through and not listed, because they are compiled in. Throws a CommandError when the lock lacks
 * one.
 */
export function requiredPackages(lock: Lock, names: readonly string[], from: string): string[] {
  const found = new Set<string>();
  const add = (name: string, user: string, isOptional: boolean): void => {
    const place = placeOf(lock, name, user);
    if (place === null) {
      if (isOptional) return;
      throw new CommandError(
        `package-lock.json has no ${name} for ${user || 'the artefact'}.`,
        'Run npm install.',
      );
    }
    const locked = lock[place]!;
    if (found.has(place) || (isOptional && !isForServers(locked))) return;
    found.add(place);
    const target = locked.link === true ? locked.resolved! : place;
    for (const [needed, isNeededOptional] of dependenciesOf(lock[target]!))
      add(needed, target, isNeededOptional);
  };
  for (const name of names) add(name, from, false);
  return [...found].filter((place) => lock[place]!.link !== true).sort();
}
