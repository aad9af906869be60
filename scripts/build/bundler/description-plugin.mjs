import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DESCRIPTION_FILE } from '../front/description-file.mjs';
import { federationRuntime } from './federation-runtime.mjs';
import { rangeFor } from './shared-singletons.mjs';

const PLUGIN = 'PalierDescription';

/** Emits one JSON file at the last stage, when content hashes in the names are final. */
function emitJson(compiler, file, contentOf) {
  const { Compilation, sources } = compiler.webpack;
  compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
    const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
    compilation.hooks.processAssets.tap({ name: PLUGIN, stage }, () => {
      const text = `${JSON.stringify(contentOf(compilation), null, 2)}\n`;
      compilation.emitAsset(file, new sources.RawSource(text));
    });
  });
}

const sharedModules = ({ modules }) => [...modules].filter(({ type }) => type === 'consume-shared-module');

/**
 * The names that a build imports of each shared library: what the shell's copy must have (releases/src/gate).
 */
function namesUsed(compilation) {
  const { moduleGraph, chunkGraph } = compilation;
  const isKept = (connection) =>
    connection.isActive(undefined) &&
    connection.originModule !== null &&
    chunkGraph.getNumberOfModuleChunks(connection.originModule) > 0;
  const uses = {};
  for (const module of sharedModules(compilation)) {
    const imports = [...moduleGraph.getIncomingConnections(module)].filter(isKept);
    const names = imports.flatMap(({ dependency }) => dependency?.ids?.slice(0, 1) ?? []);
    const library = module.options.shareKey;
    uses[library] = [...new Set([...(uses[library] ?? []), ...names])].sort();
  }
  return uses;
}

const screensOf = ({ context }) => JSON.parse(readFileSync(join(context, 'src/screens.json'), 'utf8'));

/** Emits screens.json beside a developer's build, for a live page that runs this build (`mfe-override`). */
export class ScreensPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    emitJson(compiler, 'screens.json', () => screensOf(compiler));
  }
}

/**
 * Emits description.json beside a remote's build: its entry, its screens, the files `./routes` needs first,
 * the names it imports from shared libraries, and the federation runtime that it was built for.
 */
export class DescriptionPlugin {
  /** @param {{name: string}} options */
  constructor({ name }) {
    this.name = name;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) =>
      // The imported names are known only now; the ranges become part of the entry after this.
      compilation.hooks.beforeModuleHash.tap(PLUGIN, () => {
        const uses = namesUsed(compilation);
        for (const { options } of sharedModules(compilation))
          options.requiredVersion = rangeFor(options.shareKey, uses[options.shareKey]);
      }),
    );
    emitJson(compiler, DESCRIPTION_FILE, (compilation) => {
      const files = (group) => compilation.namedChunkGroups.get(group)?.getFiles() ?? [];
      const needed = files('routes');
      return {
        name: this.name,
        entry: files(this.name).find((file) => file.endsWith('.js')),
        preload: needed.filter((file) => file.endsWith('.js')),
        styles: needed.filter((file) => file.endsWith('.css')),
        uses: namesUsed(compilation),
        runtime: federationRuntime(),
        screens: screensOf(compiler),
      };
    });
  }
}

/** Emits assets.json: every file of this build, so that files of earlier builds can be recognised. */
export class AssetListPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    emitJson(compiler, 'assets.json', (compilation) => compilation.getAssets().map(({ name }) => name));
  }
}
