import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PLUGIN = 'PalierDescription';

/** @param {string | Buffer} content */
const sha384 = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Emits description.json beside a published remote: its entry, the files `./routes` needs, and their integrity. */
export class DescriptionPlugin {
  /** @param {{name: string, dir: string}} options */
  constructor({ name, dir }) {
    this.name = name;
    this.dir = dir;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      // Last stage: content hashes in the names are final.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: PLUGIN, stage }, () => {
        const text = `${JSON.stringify(this.describe(compilation), null, 2)}\n`;
        compilation.emitAsset('description.json', new sources.RawSource(text));
      });
    });
  }

  /** @param {import('webpack').Compilation} compilation */
  describe(compilation) {
    const files = (group) => compilation.namedChunkGroups.get(group)?.getFiles() ?? [];
    const [entry] = files(this.name).filter((file) => file.endsWith('.js'));
    const needed = files('routes');
    const published = compilation.getAssets().filter(({ name }) => /\.(js|css)$/.test(name));
    const { version } = JSON.parse(readFileSync(join(this.dir, 'package.json'), 'utf8'));
    return {
      name: this.name,
      version,
      entry,
      preload: needed.filter((file) => file.endsWith('.js')),
      css: needed.filter((file) => file.endsWith('.css')),
      integrity: Object.fromEntries(published.map(({ name, source }) => [name, sha384(source.buffer())])),
    };
  }
}
