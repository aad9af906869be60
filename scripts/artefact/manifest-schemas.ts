import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@palier/base/paths';
import { Ajv } from 'ajv';

const require = createRequire(import.meta.url);
const COMPILER = join(ROOT, 'scripts/types/node_modules/typescript/bin/tsc');

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, unknown>;
}
type ModelClass = new (manifest: object) => { validate(): void };

/** The module of `kubernetes-models` that describes the kind of a manifest. */
function modelOf({ apiVersion, kind }: Manifest): string {
  return `kubernetes-models/${apiVersion}/${kind}`;
}

/** What a manifest breaks of the JSON schemas of Kubernetes: types, formats, required fields. */
export function findBrokenConstraints(manifest: Manifest): string | null {
  const model = require(modelOf(manifest)) as Record<string, ModelClass>;
  try {
    new model[manifest.kind]!(manifest).validate();
    return null;
  } catch (error) {
    return String(error);
  }
}

/**
 * The unknown fields of each manifest, null where there are none. The schemas of the package accept unknown
 * fields, as those of Kubernetes do; its types, which are generated from the same document, refuse them in a
 * literal. So each manifest is compiled as a literal of its kind.
 */
export async function findUnknownFields(manifests: readonly Manifest[]): Promise<readonly (string | null)[]> {
  const folder = await mkdtemp(join(tmpdir(), 'palier-manifests-'));
  try {
    const statements = manifests.map((manifest, index) => {
      const type = `import(${JSON.stringify(modelOf(manifest))}).I${manifest.kind}`;
      return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
    });
    await writeFile(join(folder, 'manifests.ts'), statements.join('\n'));
    const compilerOptions = {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      paths: { 'kubernetes-models/*': [join(ROOT, 'node_modules/kubernetes-models/*')] },
    };
    const project = join(folder, 'tsconfig.json');
    await writeFile(project, JSON.stringify({ compilerOptions, files: ['manifests.ts'] }));
    const output = await compile(project);
    return manifests.map((_manifest, index) => errorOfLine(output, index + 1));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compile(project: string): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, [COMPILER, '--pretty', 'false', '--project', project]);
    return '';
  } catch (error) {
    const { stdout } = error as { readonly stdout?: string };
    if (!stdout?.includes('manifests.ts(')) throw error;
    return stdout;
  }
}

function errorOfLine(output: string, line: number): string | null {
  const errors = output.split('\n').filter((text) => text.includes(`manifests.ts(${line},`));
  return errors.length === 0 ? null : errors.join('\n');
}

/** A check of a compose file by the schema of the Compose specification, which refuses unknown fields. */
export async function readComposeSchema(): Promise<(composeFile: unknown) => string | null> {
  const folder = dirname(require.resolve('dclint/package.json'));
  const text = await readFile(join(folder, 'schemas/compose.schema.json'), 'utf8');
  const schema = JSON.parse(text) as Record<string, unknown>;
  // The validator refuses the name of a draft that it does not know.
  delete schema.$schema;
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(schema);
  return (composeFile) => (validate(composeFile) ? null : ajv.errorsText(validate.errors));
}
