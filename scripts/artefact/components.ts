import { readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { mapLimited } from '@palier/base/map-limited';
import { ROOT } from '@palier/base/paths';
import { runNpm } from '@palier/base/process/run';
import { packageFolders } from '@palier/base/workspaces.mjs';
import { nameOf } from '@palier/build/libraries/locked-packages';
import semver from 'semver';

/** SECURITY.md has these times: in days from an advisory, and from a new version without one. */
const DAYS_OF_SEVERITY: Readonly<Record<string, number>> = { critical: 2, high: 7, moderate: 30, low: 90 };
const DAYS_OF_VERSION = 90;
const DAY_MS = 86_400_000;
const AT_ONCE = 4;
/** The packages of this repository as `npm outdated` names them: by their folders. */
const OWN = new Set([ROOT, ...packageFolders()].map((folder: string) => basename(folder)));

/** An advisory that somebody has looked at. */
export interface KnownAdvisory {
  /** The day on which it became public: the times count from it. */
  readonly public: string;
  /** Why our use cannot reach the fault; without it the component is fixed in time. */
  readonly unreachable?: string;
}

/** What stays behind, and why; by the name of the package, or by the address of the advisory. */
export interface Exceptions {
  readonly heldBack: Readonly<Record<string, string>>;
  readonly advisories: Readonly<Record<string, KnownAdvisory>>;
}

/** What the registry says. */
export interface RegistryReadings {
  /** The JSON of `npm audit`, and of `npm outdated --all`. */
  readonly audit: string;
  readonly outdated: string;
  /** When each version of a package was published. */
  readonly publishedOf: (name: string) => Promise<Readonly<Record<string, string>>>;
  /** The message of the maintainers of each deprecated component, by `name@version`. */
  readonly deprecated: Readonly<Record<string, string>>;
}

interface Advisory {
  readonly url: string;
  readonly severity: string;
  readonly name: string;
}

interface Outdated {
  readonly current?: string;
  readonly wanted: string;
  readonly latest: string;
  readonly dependent: string;
  /** Absent for a package that is not installed, such as one for another platform. */
  readonly location?: string;
}

/** What in the artefact has passed its time, a line each; [] when all keeps it. */
export async function findLateComponents(
  places: readonly string[],
  readings: RegistryReadings,
  { exceptions, now }: { readonly exceptions: Exceptions; readonly now: Date },
): Promise<string[]> {
  const versions = await findLateVersions(places, readings, { exceptions, now });
  const deprecated = Object.entries(readings.deprecated).map(
    ([component, message]) => `${component} is deprecated: ${message}`,
  );
  return [...findLateAdvisories(readings.audit, exceptions, now), ...versions, ...deprecated];
}

/** A list that cannot be read is a fault: a release without it could contain anything. */
function findLateAdvisories(audit: string, { advisories }: Exceptions, now: Date): string[] {
  const report = jsonOfNpm(audit) as {
    auditReportVersion?: number;
    vulnerabilities?: Record<string, { via: readonly (string | Advisory)[] }>;
  };
  if (report.auditReportVersion === undefined || report.vulnerabilities === undefined)
    return ['the list of advisories could not be read: run this where the registry answers `npm audit`'];
  const found = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((cause): cause is Advisory => typeof cause !== 'string');
  const unique = new Map(found.map((advisory) => [advisory.url, advisory]));
  return [...unique.values()].flatMap(({ url, name, severity }) => {
    const known = advisories[url];
    if (known?.unreachable !== undefined) return [];
    const days = DAYS_OF_SEVERITY[severity] ?? 0;
    if (known !== undefined && ageInDays(known.public, now) <= days) return [];
    const when = known === undefined ? 'nobody has looked at it' : `it is public since ${known.public}`;
    return [`${name}: ${severity} advisory ${url}: ${when}, and the time is ${days} days`];
  });
}

/**
 * A newer version counts in the range of the component that needs it; of our own exact versions, in the same
 * major. Tools that need the same package count nothing.
 */
async function findLateVersions(
  places: readonly string[],
  { outdated, publishedOf }: RegistryReadings,
  { exceptions: { heldBack }, now }: { readonly exceptions: Exceptions; readonly now: Date },
): Promise<string[]> {
  const contained = new Set(places);
  const users = new Set([...places.map(nameOf), ...OWN]);
  const report = jsonOfNpm(outdated);
  if (Object.keys(report).length === 0 || 'error' in report)
    return ['the versions could not be read: run this where the registry answers `npm outdated`'];
  const entries = Object.entries(report as Record<string, Outdated | Outdated[]>).flatMap(([name, listed]) =>
    [listed].flat().map(({ location = '', ...entry }) => ({ name, location, ...entry })),
  );
  const behind = entries.filter(
    ({ name, location, dependent, current, wanted, latest }) =>
      contained.has(relative(ROOT, location)) &&
      users.has(dependent) &&
      current !== undefined &&
      heldBack[name] === undefined &&
      (current !== wanted ||
        (OWN.has(dependent) && semver.gt(latest, current) && semver.satisfies(latest, `^${current}`))),
  );
  const unique = new Map(behind.map((entry) => [`${entry.location}@${entry.wanted}`, entry]));
  const lines = await mapLimited([...unique.values()], AT_ONCE, async (entry) => {
    const { name, current = '', wanted, latest, location } = entry;
    const newest = current === wanted ? latest : wanted;
    const published = await publishedOf(name);
    const since = Object.entries(published)
      .filter(([version]) => isRelease(version) && semver.gt(version, current) && semver.lte(version, newest))
      .map(([, at]) => at)
      .sort()[0];
    if (since === undefined || ageInDays(since, now) <= DAYS_OF_VERSION) return null;
    const day = since.slice(0, 10);
    return `${relative(ROOT, location)}: ${current} is behind ${newest} since ${day}`;
  });
  return lines.filter((line) => line !== null);
}

const ageInDays = (date: string, now: Date): number => (now.getTime() - Date.parse(date)) / DAY_MS;

/** The list of times also has the entries `created` and `modified`. */
const isRelease = (version: string): boolean =>
  semver.valid(version) !== null && semver.prerelease(version) === null;

/** The JSON object in what npm printed; empty when it cannot be read. */
function jsonOfNpm(text: string): object {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as object;
  } catch {
    return {};
  }
}

/** Asks the registry by npm. */
export async function readRegistry(places: readonly string[]): Promise<RegistryReadings> {
  const view = async (words: readonly string[]): Promise<unknown> => {
    const { output } = await runNpm(['view', ...words, '--json']);
    return output.trim() === '' ? undefined : JSON.parse(output);
  };
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; deprecated?: string }>;
  };
  const deprecated = places.flatMap((place) => {
    const { version, deprecated: message } = packages[place]!;
    return message === undefined ? [] : [[`${nameOf(place)}@${version}`, message] as const];
  });
  const [audit, outdated] = [
    await runNpm(['audit', '--json', '--omit=dev']),
    await runNpm(['outdated', '--all', '--include-workspace-root', '--json']),
  ];
  return {
    audit: audit.output,
    outdated: outdated.output,
    publishedOf: async (name) => (await view([name, 'time'])) as Record<string, string>,
    deprecated: Object.fromEntries(deprecated),
  };
}
