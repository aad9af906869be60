import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ROOT } from '@palier/base/paths';
import { parse, parseAllDocuments } from 'yaml';
import {
  findBrokenConstraints,
  findUnknownFields,
  readComposeSchema,
  type Manifest,
} from './manifest-schemas.js';

const FOLDER = join(ROOT, 'deploy/kubernetes');

interface Container {
  readonly name: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly args?: readonly string[];
  readonly securityContext?: Record<string, unknown>;
}
interface PodSpec {
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly securityContext: Record<string, unknown>;
}

async function readManifests(): Promise<Manifest[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.yaml'));
  const texts = await Promise.all(files.map((name) => readFile(join(FOLDER, name), 'utf8')));
  return texts.flatMap((text) =>
    parseAllDocuments(text).map((document) => {
      assert.deepEqual(document.errors, []);
      return document.toJS() as Manifest;
    }),
  );
}

/** One copy of a document for each mapping that is no free map, with an unknown field in that mapping. */
function plantTypos<T extends object>(document: T, isFreeMap: (path: string) => boolean): T[] {
  const paths: string[][] = [];
  const walk = (value: unknown, path: string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value) && !isFreeMap(path.join('.'))) paths.push(path);
    for (const [key, child] of Object.entries(value)) walk(child, [...path, key]);
  };
  walk(document, []);
  return paths.map((path) => {
    const copy = structuredClone(document);
    const mapping = path.reduce(
      (value, key) => value[key] as Record<string, unknown>,
      copy as Record<string, unknown>,
    );
    mapping.misspelt = 'a value';
    return copy;
  });
}

/** The pod of a Deployment, a Job or a CronJob; null for other kinds. */
function podOf({ kind, spec }: Manifest): PodSpec | null {
  const template = (holder: Record<string, unknown>): PodSpec => (holder.template as { spec: PodSpec }).spec;
  if (kind === 'Deployment' || kind === 'Job') return template(spec);
  if (kind !== 'CronJob') return null;
  return template((spec.jobTemplate as { spec: Record<string, unknown> }).spec);
}

const containersOf = ({ initContainers = [], containers }: PodSpec): readonly Container[] => [
  ...initContainers,
  ...containers,
];

describe('Kubernetes manifests', () => {
  test('Kubernetes manifests: each is valid by the schemas of Kubernetes', async () => {
    const manifests = await readManifests();
    for (const manifest of manifests) assert.equal(findBrokenConstraints(manifest), null);
    for (const kind of ['Deployment', 'Job', 'CronJob', 'PodDisruptionBudget', 'Ingress', 'Service'])
      assert.ok(
        manifests.some((one) => one.kind === kind),
        kind,
      );
    const wrong = structuredClone(manifests.find(({ kind }) => kind === 'Deployment')!);
    Object.assign(wrong.spec, { replicas: 'two' });
    assert.match(findBrokenConstraints(wrong)!, /replicas/);
  });

  test('Kubernetes manifests: a misspelt field in any mapping of any file is refused', async () => {
    const manifests = await readManifests();
    assert.deepEqual(
      (await findUnknownFields(manifests)).filter((error) => error !== null),
      [],
    );
    const typos = manifests.flatMap((manifest) =>
      plantTypos(manifest, (path) =>
        (manifest.kind === 'Service' ? /^spec\.selector$/ : /(^data|[lL]abels|requests|limits)$/).test(path),
      ),
    );
    const errors = await findUnknownFields(typos);
    assert.ok(typos.length > manifests.length * 3);
    for (const [index, error] of errors.entries())
      assert.match(error ?? 'accepted', /'"misspelt"' does not exist/, JSON.stringify(typos[index]));
  });

  test('Kubernetes manifests: no container is root or writes its image; secrets are files', async () => {
    for (const manifest of await readManifests()) {
      const pod = podOf(manifest);
      if (pod === null) continue;
      assert.deepEqual(
        [pod.securityContext.runAsNonRoot, pod.securityContext.runAsUser],
        [true, 900],
        manifest.metadata.name,
      );
      for (const { name, env = [], securityContext } of containersOf(pod)) {
        assert.equal(securityContext?.readOnlyRootFilesystem, true, name);
        for (const variable of env) assert.match(variable.name, /_FILE$/, `${name} ${variable.name}`);
      }
    }
  });

  test('Kubernetes manifests: a server process has no login of the owner', async () => {
    const server = (await readManifests()).find(({ kind }) => kind === 'Deployment')!;
    const names = containersOf(podOf(server)!).flatMap(({ env = [] }) => env.map((one) => one.name));
    assert.ok(names.includes('DATABASE_URL_FILE'));
    assert.ok(!names.some((name) => /OWNER|RELEASES/.test(name)), names.join());
  });
});

interface Compose {
  readonly services: Record<
    string,
    { readonly command?: readonly string[]; readonly environment?: Record<string, string> }
  >;
}

describe('compose file', () => {
  test('compose file: it is valid by its specification, and a misspelt field is refused', async () => {
    const text = await readFile(join(ROOT, 'deploy/compose.yaml'), 'utf8');
    const composeFile = parse(text, { merge: true }) as object;
    const findErrors = await readComposeSchema();
    assert.equal(findErrors(composeFile), null);
    const isFreeMap = (path: string): boolean =>
      /^x-|^(services|networks|volumes)$|\.(environment|options|labels)$/.test(path);
    const typos = plantTypos(composeFile, isFreeMap);
    assert.ok(typos.length > 15);
    for (const typo of typos)
      assert.match(
        findErrors(typo) ?? 'accepted',
        /must NOT have additional properties|must be /,
        JSON.stringify(typo),
      );
  });

  test('compose file: it recounts, reconciles and backs up, and the owner is no superuser', async () => {
    const text = await readFile(join(ROOT, 'deploy/compose.yaml'), 'utf8');
    const { services } = parse(text, { merge: true }) as Compose;
    for (const name of ['verify', 'reconcile', 'backup']) assert.ok(services[name] !== undefined, name);
    assert.equal(services.database?.environment?.POSTGRES_USER, undefined);
    const script = await readFile(join(ROOT, 'deploy/compose-database.sh'), 'utf8');
    assert.match(script, /create role palier_owner login createrole/);
    assert.match(script, /revoke connect on database postgres, template1 from public/);
  });
});

test('systemd units: each runs in production, and the release service has its own login alone', async () => {
  const folder = join(ROOT, 'deploy');
  const settingsOf = async (unit: string): Promise<Map<string, string>> => {
    const text = await readFile(join(folder, 'systemd', unit), 'utf8');
    const files = [...text.matchAll(/^EnvironmentFile=\/etc\/palier\/(.+)$/gm)].map(([, file]) => file!);
    const lines = await Promise.all(files.map((file) => readFile(join(folder, `${file}.example`), 'utf8')));
    return new Map(
      [...lines.join('\n').matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
    );
  };
  for (const unit of ['palier@.service', 'palier-releases.service', 'palier-verify.service'])
    assert.equal((await settingsOf(unit)).get('NODE_ENV'), 'production', unit);
  const logins = (unit: string) =>
    settingsOf(unit).then((settings) => [...settings.keys()].filter((name) => name.endsWith('DATABASE_URL')));
  assert.deepEqual(await logins('palier-releases.service'), ['RELEASES_DATABASE_URL']);
  assert.ok(!(await logins('palier@.service')).includes('OWNER_DATABASE_URL'));
});
