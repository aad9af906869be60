import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ROOT } from '@palier/base/paths';
import { parse, parseAllDocuments } from 'yaml';

const FOLDER = join(ROOT, 'deploy/kubernetes');
const require = createRequire(import.meta.url);

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
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, unknown>;
}
type ModelClass = new (manifest: object) => { validate(): void };

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

/** Checks a manifest with the schemas of Kubernetes; throws on a wrong or missing field. */
function validate(manifest: Manifest): void {
  const { apiVersion, kind } = manifest;
  const group = apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`.replace('core/v1', 'v1');
  const model = require(`kubernetes-models/${group}/${kind}`) as Record<string, ModelClass>;
  new model[kind]!(manifest).validate();
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
    for (const manifest of manifests) validate(manifest);
    for (const kind of ['Deployment', 'Job', 'CronJob', 'PodDisruptionBudget', 'Ingress', 'Service'])
      assert.ok(
        manifests.some((one) => one.kind === kind),
        kind,
      );
    const wrong = structuredClone(manifests.find(({ kind }) => kind === 'Deployment')!);
    Object.assign(wrong.spec, { replicas: 'two' });
    assert.throws(() => validate(wrong));
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
