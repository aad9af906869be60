import { createHash } from 'node:crypto';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';

const PLUGIN = 'PalierIntegrity';
/** Integrity hashes in the page, by kind of file and id of the chunk. */
const TABLE = '__webpack_require__.integrity';

const integrityOf = (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** Replaced once the files are final. As long as a hash, so that the entry's source map stays valid. */
const placeholderOf = (kind, { id }) => integrityOf(`${kind} ${id}`);

const hasStyle = (chunk, chunkGraph) =>
  chunkGraph.getChunkModules(chunk).some(({ type }) => type === 'css/mini-extract');

class IntegrityTable extends webpack.RuntimeModule {
  constructor() {
    super('integrity');
  }

  generate() {
    const chunks = [...this.chunk.getAllAsyncChunks()];
    const styled = chunks.filter((chunk) => hasStyle(chunk, this.chunkGraph));
    const hashes = (kind, of) =>
      Object.fromEntries(of.map((chunk) => [chunk.id, placeholderOf(kind, chunk)]));
    return `${TABLE} = ${JSON.stringify({ js: hashes('js', chunks), css: hashes('css', styled) })};`;
  }
}

/**
 * Writes the hash of every script and style into the entry of a remote, whose runtime asks the browser to
 * check them. The registry has the hash of the entry. Script and style of a chunk each have a hash of their
 * own, in any order of the files (webpack-subresource-integrity keeps one hash for each chunk).
 */
export class IntegrityPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap(PLUGIN, (chunk) =>
        compilation.addRuntimeModule(chunk, new IntegrityTable()),
      );
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        PLUGIN,
        (source) => `${source}\nscript.integrity = ${TABLE}.js[chunkId];`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        PLUGIN,
        (source, { tag }) => `${source}\n${tag}.integrity = ${TABLE}.css[chunkId];`,
      );
      // After the stage that puts the real content hashes into names and contents.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tap({ name: PLUGIN, stage }, () => fillTables(compilation));
    });
  }
}

function fillTables(compilation) {
  for (const entry of [...compilation.chunks].filter((chunk) => chunk.hasRuntime())) {
    const hashes = [...entry.getAllAsyncChunks()].flatMap((chunk) =>
      [...chunk.files].map((file) => [
        placeholderOf(file.endsWith('.css') ? 'css' : 'js', chunk),
        integrityOf(compilation.getAsset(file).source.buffer()),
      ]),
    );
    for (const file of entry.files)
      compilation.updateAsset(file, (source) => {
        const fill = (text, [placeholder, hash]) => text.replaceAll(placeholder, hash);
        return new webpack.sources.RawSource(hashes.reduce(fill, source.source().toString()));
      });
  }
}
